import { sql } from 'kysely';
import type { Manifest } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import { readArchive } from './archive.ts';
import { readArtefact } from './artefact.ts';
import { rejection, type Rejection } from './rejection.ts';

/** An artefact in the database, without its bytes. */
export interface StoredArtefact {
  readonly id: number;
  readonly plugin: string;
  readonly version: string;
  readonly digest: string;
  readonly state: 'candidate' | 'current' | 'former' | 'refused';
  readonly refusals: readonly Rejection[];
}

const columns = sql.join(
  ['id', 'plugin', 'version', 'digest', 'state', 'refusals'].map((name) => sql.ref(name)),
);

/** The installed artefacts and the candidates, the oldest first. */
export async function readArtefacts(database: Database): Promise<readonly StoredArtefact[]> {
  const { rows } = await sql<StoredArtefact>`
    select ${columns} from plugin_artefacts where state in ('candidate', 'current') order by id`.execute(
    asKernel(database),
  );
  return rows;
}

/** One artefact, or null if it is gone. */
export async function findArtefact(
  database: Database | DatabaseTransaction,
  id: number,
): Promise<StoredArtefact | null> {
  const { rows } = await sql<StoredArtefact>`
    select ${columns} from plugin_artefacts where id = ${id}`.execute(asKernel(database));
  return rows[0] ?? null;
}

/** The bytes of an artefact's archive. */
export async function readArchiveBytes(database: Database, id: number): Promise<Buffer> {
  const { rows } = await sql<{ archive: Buffer }>`
    select archive from plugin_artefacts where id = ${id}`.execute(asKernel(database));
  const [row] = rows;
  if (!row) throw new Error(`the artefact ${id} no longer exists`);
  return row.archive;
}

/** Adds an artefact for the nodes to try; a trigger notifies them. Returns its id. */
export async function addCandidate(
  database: Database | DatabaseTransaction,
  given: { plugin: string; version: string; digest: string; archive: Buffer; adminId: number | null },
): Promise<number> {
  const { plugin, version, digest, archive, adminId } = given;
  const { rows } = await sql<{ id: number }>`
    insert into plugin_artefacts (plugin, version, digest, archive, state, added_by)
    values (${plugin}, ${version}, ${digest}, ${archive}, 'candidate', ${adminId}) returning id`.execute(
    asKernel(database),
  );
  return rows[0]?.id ?? 0;
}

/** Records a rejection before a candidate is tried, for the case that trying it ends the server. */
export async function recordAttempt(database: Database, id: number): Promise<void> {
  const problem = 'the server stopped, or lost its database, while it tried the plugin; add the plugin again';
  const rejections: readonly Rejection[] = [rejection('start', { problem })];
  await sql`update plugin_artefacts set refusals = ${JSON.stringify(rejections)}::jsonb where id = ${id}`.execute(
    asKernel(database),
  );
}

/** Makes a candidate the current artefact; the previous one is stored until the next one replaces it. */
export async function makeCurrent(
  database: DatabaseTransaction,
  { id, plugin }: Pick<StoredArtefact, 'id' | 'plugin'>,
): Promise<void> {
  await sql`delete from plugin_artefacts where plugin = ${plugin} and state in ('former', 'refused')`.execute(
    asKernel(database),
  );
  await sql`update plugin_artefacts set state = 'former' where plugin = ${plugin} and state = 'current'`.execute(
    asKernel(database),
  );
  await sql`update plugin_artefacts set state = 'current', refusals = '[]' where id = ${id}`.execute(
    asKernel(database),
  );
}

/** Records why a candidate was rejected. */
export async function rejectCandidate(
  database: Database,
  id: number,
  rejections: readonly Rejection[],
): Promise<void> {
  await sql`update plugin_artefacts set state = 'refused', refusals = ${JSON.stringify(rejections)}::jsonb
    where id = ${id}`.execute(asKernel(database));
}

/** Removes the installed artefact of a plugin; its tables remain. False if there is none. */
export async function removeCurrent(
  database: Database | DatabaseTransaction,
  plugin: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update plugin_artefacts set state = 'former' where plugin = ${plugin} and state = 'current'`.execute(
    asKernel(database),
  );
  return numAffectedRows > 0n;
}

/** The manifests of the installed artefacts. */
export async function readManifests(database: Database): Promise<Manifest[]> {
  const stored = await readArtefacts(database);
  const current = stored.filter(({ state }) => state === 'current');
  return Promise.all(
    current.map(async ({ id }) => {
      const { manifest } = await readArtefact(await readArchive(await readArchiveBytes(database, id)));
      return manifest;
    }),
  );
}
