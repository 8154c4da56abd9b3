import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { nobody, writeAudit } from '#kernel/server/audit/write-audit.ts';
import { planLines } from '#kernel/server/artefacts/artefact-plan.ts';
import {
  addCandidate,
  findArtefact,
  readManifests,
  removeCurrent,
} from '#kernel/server/artefacts/artefact-store.ts';
import { readArtefact, type Artefact } from '#kernel/server/artefacts/artefact.ts';
import { examineArtefact } from '#kernel/server/artefacts/examine-artefact.ts';
import { candidateOf } from '#kernel/server/artefacts/external-changes.ts';
import { dropObjects, tablesOfPlugin } from '#kernel/server/artefacts/purge.ts';
import { PluginRejected, rejectionText } from '#kernel/server/artefacts/rejection.ts';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import type { Database } from '#kernel/server/api/index.ts';
import type { OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { dependentsOf } from '#kernel/server/plugins/state/contributions.ts';
import { readStates } from '#kernel/server/plugins/state/plugin-state-store.ts';
import { readArtefactOrSource } from './plugin-tools.ts';
import { installedManifests, withDatabase } from './plugins.ts';

type Print = (line: string) => void;

/** Time within which a running node must try an added artefact. */
const responseTimeoutMs = 30_000;

/** Runs one command on an external plugin; null if the command is unknown. */
export async function runExternalPlugin(
  command: string,
  rest: readonly string[],
  print: Print,
): Promise<boolean | null> {
  const agreed = rest.includes('--yes');
  const [subject] = rest.filter((word) => !word.startsWith('--'));
  if (subject === undefined) return null;
  switch (command) {
    case 'add':
      return add(subject, agreed, print);
    case 'remove':
      return remove(subject, print);
    case 'purge':
      return purge(subject, agreed, print);
    default:
      return null;
  }
}

export function withExisting<Result>(work: (opened: OpenDatabase) => Promise<Result>): Promise<Result> {
  return withDatabase((opened) => {
    if (!opened) throw new StartupError('There is no database yet; start Ko‘mak once.');
    return work(opened);
  });
}

/** Shows the plan of an artefact; installs it if `--yes` was given. */
function add(source: string, agreed: boolean, print: Print): Promise<boolean> {
  return withExisting(async (opened) => {
    const { database } = opened;
    try {
      const artefact = await readArtefact(await readArtefactOrSource(source));
      const deployment = await readDeployment(readEnvironment(process.env).deployment);
      const external = await readManifests(database);
      const builtIn = await installedManifests(null);
      const { rejections, plan } = await examineArtefact(artefact, { deployment, builtIn, external });
      for (const line of planLines(plan)) print(line);
      if (rejections.length > 0) throw new PluginRejected(...rejections);
      if (!agreed) {
        print('Nothing was changed. Add --yes to install it.');
        return false;
      }
      const added = await addArtefact(database, artefact);
      await followCandidate(database, added, print);
      return true;
    } catch (error) {
      if (!(error instanceof PluginRejected)) throw error;
      for (const one of error.rejections) print(rejectionText(one));
      return false;
    }
  });
}

/** Submits an artefact to the nodes on behalf of the command line; returns its id. */
export async function addArtefact(database: Database, artefact: Artefact): Promise<number> {
  const candidate = await candidateOf(artefact);
  const { plugin, version, digest } = candidate;
  return database.transaction().execute(async (transaction) => {
    await writeAudit(transaction, nobody, auditOf('add', plugin, { version, digest }));
    return addCandidate(transaction, { ...candidate, adminId: null });
  });
}

/** Waits until a node has tried a candidate and prints the result; returns whether it is installed. */
export async function followCandidate(database: Database, id: number, print: Print): Promise<boolean> {
  const end = performance.now() + responseTimeoutMs;
  for (;;) {
    const found = await findArtefact(database, id);
    if (found?.state === 'refused') throw new PluginRejected(...found.refusals);
    if (found?.state === 'current') {
      const states = await readStates(database);
      const isOn = states.get(found.plugin)?.enabled ?? false;
      print(`${found.plugin} ${found.version} is installed.`);
      if (!isOn) print(`Enable it with: npm run komak -- plugins enable ${found.plugin}`);
      return true;
    }
    if (performance.now() > end) {
      print('No running node has started it yet; it will be started at the next start.');
      return false;
    }
    await wait(50);
  }
}

function remove(id: string, print: Print): Promise<boolean> {
  return withExisting(async (opened) => {
    const { database } = opened;
    const manifests = await installedManifests(opened);
    const external = await readManifests(database);
    if (!external.some((manifest) => manifest.id === id))
      throw new StartupError(`No external plugin "${id}" is installed.`);
    const states = await readStates(database);
    if (states.get(id)?.enabled === true) {
      print(`${id} is enabled. Disable it first: npm run komak -- plugins disable ${id}`);
      return false;
    }
    const dependents = dependentsOf(id, manifests);
    if (dependents.length > 0) {
      print(`${dependents.join(', ')} cannot work without ${id}; remove them first.`);
      return false;
    }
    await database.transaction().execute(async (transaction) => {
      await removeCurrent(transaction, id);
      await writeAudit(transaction, nobody, auditOf('remove', id, {}));
    });
    print(`${id} was removed. Its tables remain until: npm run komak -- plugin purge ${id} --yes`);
    return true;
  });
}

function purge(id: string, agreed: boolean, print: Print): Promise<boolean> {
  return withExisting(async (opened) => {
    const { database } = opened;
    const manifests = await installedManifests(opened);
    if (manifests.some((manifest) => manifest.id === id)) {
      print(`${id} is installed; remove it first: npm run komak -- plugin remove ${id}`);
      return false;
    }
    const tables = await tablesOfPlugin(database, id);
    if (tables.length === 0) {
      print(`There are no tables of a plugin "${id}".`);
      return false;
    }
    for (const { table, rows } of tables) print(`  ${table}: ${rows} rows`);
    if (!agreed) {
      print(`Nothing was changed. Add --yes to delete these tables of ${id} permanently.`);
      return false;
    }
    await database.transaction().execute(async (transaction) => {
      await dropObjects(transaction, id);
      await sql`delete from plugin_states where plugin = ${id}`.execute(transaction);
      await writeAudit(
        transaction,
        nobody,
        auditOf('purge', id, { tables: tables.map(({ table }) => table) }),
      );
    });
    print(`The data of ${id} were deleted.`);
    return true;
  });
}

function auditOf(act: string, id: string, details: Readonly<Record<string, unknown>>) {
  return {
    action: `plugins.plugin.${act}`,
    subjectType: 'plugin',
    subjectId: null,
    details: { plugin: id, ...details, from: 'command line' },
  };
}
