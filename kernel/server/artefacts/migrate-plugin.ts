import { sql } from 'kysely';
import type { DatabaseTransaction } from '../api/index.ts';
import type { Artefact, ArtefactMigration } from './artefact.ts';
import { ownNames } from './own-names.ts';
import { refuse } from './refusal.ts';

/**
 * Applies what an artefact's migrations have not done yet, all in the caller's transaction, and looks at what they touched:
 * a relation that belongs to another plugin or to the kernel refuses the artefact. Throws `PluginRefused`.
 */
export async function migratePlugin(database: DatabaseTransaction, artefact: Artefact): Promise<void> {
  const { manifest, migrations } = artefact;
  const applied = await readApplied(database, manifest.id);
  const missing = [...applied.keys()].find((name) => !migrations.some((one) => one.name === name));
  if (missing !== undefined) refuse('older', { given: manifest.version, migration: missing });
  const fresh = migrations.filter((migration) => {
    const former = applied.get(migration.name);
    if (former !== undefined && former !== migration.checksum)
      refuse('changed_migration', { migration: migration.name });
    return former === undefined;
  });
  const isOwn = await ownNames(database, manifest.id);
  if (applied.size === 0 && fresh.length > 0) {
    // An id may begin names of the kernel or of others, such as `audit` and `audit_log`.
    const taken = [...(await readNames(database)).values()].find(isOwn);
    if (taken !== undefined)
      refuse('faulty_manifest', {
        problem: `tables of ${manifest.id} begin with its id, and ${taken} is there already; give it another id`,
      });
  }
  for (const migration of fresh) await applyOne(database, artefact, { migration, isOwn });
  for (const { name, checksum, sql: text } of fresh) {
    await sql`insert into komak_migrations (plugin, name, checksum, sql, applied_at)
      values (${manifest.id}, ${name}, ${checksum}, ${text}, clock_timestamp())`.execute(database);
  }
}

async function readApplied(database: DatabaseTransaction, id: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from komak_migrations where plugin = ${id}`.execute(database);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function applyOne(
  database: DatabaseTransaction,
  { manifest: { id, requires = [] } }: Artefact,
  {
    migration: { name, sql: text },
    isOwn,
  }: { readonly migration: ArtefactMigration; readonly isOwn: (name: string) => boolean },
): Promise<void> {
  const names = await readNames(database);
  const before = await readTouched(database, names);
  try {
    // Within a block of PL/pgSQL, so that a `commit` in the file cannot end our transaction.
    await sql.raw(`do ${quoted(`begin execute ${quoted(text)}; end`)}`).execute(database);
  } catch (error) {
    refuse('migration', { migration: name, problem: (error as Error).message });
  }
  const required = Array.isArray(requires) ? requires : Object.keys(requires);
  const allowed = await readPublished(database, required as readonly string[]);
  const foreign = [...(await readTouched(database, names))]
    .filter((one) => !before.has(one) && !allowed.has(one))
    .map((one) => one.split(' ')[0] ?? one)
    .find((one) => !isOwn(one));
  if (foreign !== undefined) refuse('foreign_table', { migration: name, table: foreign, id });
}

/** A string of PostgreSQL between two tags that it does not hold. */
function quoted(text: string): string {
  let tag = '$sql$';
  for (let n = 1; text.includes(tag); n++) tag = `$sql${n}$`;
  return `${tag}${text}${tag}`;
}

/**
 * What this transaction has touched, as `name mode`: relations by the locks that it holds, and types, functions,
 * schemas and extensions that it wrote.
 */
async function readTouched(
  database: DatabaseTransaction,
  former: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const { rows: locks } = await sql<{ relation: string; mode: string }>`
    select relation::text, mode from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation'
      and database = (select oid from pg_database where datname = current_database())`.execute(database);
  const names = await readNames(database);
  // A table that was dropped has its name from before; one that was made and dropped has none, and was nobody's.
  const relations = locks.flatMap(({ relation, mode }) => {
    const name = names.get(relation) ?? former.get(relation);
    return name === undefined ? [] : [`${name} ${mode}`];
  });
  const { rows } = await sql<{ touched: string }>`
    select proname || ' function' touched from pg_proc where xmin = pg_current_xact_id()::xid
    union all select typname || ' type' from pg_type
      where typtype in ('e', 'd', 'r') and xmin = pg_current_xact_id()::xid
    union all select nspname || ' schema' from pg_namespace where xmin = pg_current_xact_id()::xid
    union all select extname || ' extension' from pg_extension where xmin = pg_current_xact_id()::xid`.execute(
    database,
  );
  return new Set([...relations, ...rows.map(({ touched }) => touched)]);
}

/** The names of all relations but the system's, by their number. */
async function readNames(database: DatabaseTransaction): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ relation: string; name: string }>`
    select c.oid::text relation, c.relname::text name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg_temp%'`.execute(
    database,
  );
  return new Map(rows.map(({ relation, name }) => [relation, name]));
}

/** Reading the published views of required plugins, and so the tables below them, is allowed. */
async function readPublished(
  database: DatabaseTransaction,
  required: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    with views as (
      select c.oid, c.relname from pg_class c
      where c.relkind = 'v' and exists (
        select from unnest(${[...required, 'kernel']}::text[]) plugin
        where starts_with(c.relname::text, plugin || '_v1_'))
    )
    select relname::text name from views
    union
    select t.relname::text from views v
    join pg_rewrite r on r.ev_class = v.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid`.execute(database);
  return new Set(rows.map(({ name }) => `${name} AccessShareLock`));
}
