import { sql } from 'kysely';
import type { DatabaseTransaction } from '../api/index.ts';
import type { Artefact, ArtefactMigration } from './artefact.ts';
import { ownNames } from './own-names.ts';
import { rejectPlugin } from './rejection.ts';

/**
 * Applies the pending migrations of an artefact in the caller's transaction, and checks which relations they accessed.
 * Throws `PluginRejected` if one belongs to the kernel or to another plugin, unless that plugin is required and
 * publishes it.
 */
export async function migratePlugin(database: DatabaseTransaction, artefact: Artefact): Promise<void> {
  const { manifest, migrations } = artefact;
  const applied = await readApplied(database, manifest.id);
  const missing = [...applied.keys()].find((name) => !migrations.some((one) => one.name === name));
  if (missing !== undefined) rejectPlugin('older', { given: manifest.version, migration: missing });
  const fresh = migrations.filter((migration) => {
    const former = applied.get(migration.name);
    if (former !== undefined && former !== migration.checksum)
      rejectPlugin('changed_migration', { migration: migration.name });
    return former === undefined;
  });
  const isOwn = await ownNames(database, manifest.id);
  if (applied.size === 0 && fresh.length > 0) {
    // An id may be a prefix of names of the kernel or of others, such as `audit` and `audit_log`.
    const taken = [...(await readNames(database)).values()].find(isOwn);
    if (taken !== undefined)
      rejectPlugin('faulty_manifest', {
        problem: `tables of ${manifest.id} begin with its id, and ${taken} exists already; choose another id`,
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
  const before = await readState(database);
  await sql`savepoint migration`.execute(database);
  try {
    // Inside a PL/pgSQL block, so that a `commit` in the file cannot end our transaction.
    await sql.raw(`do ${dollarQuoted(`begin execute ${dollarQuoted(text)}; end`)}`).execute(database);
  } catch (error) {
    await sql`rollback to savepoint migration`.execute(database);
    await resetSession(database);
    rejectPlugin('migration', { migration: name, problem: (error as Error).message });
  }
  await resetSession(database);
  const required = Array.isArray(requires) ? requires : Object.keys(requires);
  const allowed = await readPublished(database, required as readonly string[]);
  const touched = touchedBetween(before, await readState(database)).filter(
    (one) => !isOwn(one.name) && !allowed.has(`${one.name} ${one.how}`),
  );
  const foreign = touched[0] ?? (await readUnownedSources(database, isOwn))[0];
  if (foreign === undefined) return;
  // The migration may have locked the table to which the rejection is written.
  await sql`rollback to savepoint migration`.execute(database);
  rejectPlugin('foreign_table', { migration: name, table: foreign.name, id });
}

/** Resets the settings that a migration has changed on its connection, before it returns to the pool. */
async function resetSession(database: DatabaseTransaction): Promise<void> {
  await sql`reset session authorization`.execute(database);
  await sql`reset role`.execute(database);
  await sql`reset all`.execute(database);
  await sql`select pg_advisory_unlock_all()`.execute(database);
  await sql`unlisten *`.execute(database);
}

/** Quotes a string with a dollar tag that it does not contain. */
function dollarQuoted(text: string): string {
  let tag = '$sql$';
  for (let n = 1; text.includes(tag); n++) tag = `$sql${n}$`;
  return `${tag}${text}${tag}`;
}

/** The objects in the database, and what this transaction has changed. */
interface State {
  /** Names of relations by oid. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of functions, types, schemas, extensions, roles and database-wide objects, by kind and oid. */
  readonly objects: ReadonlyMap<string, string>;
  /** `relation mode` for each lock held, and `object changed` for each catalogue entry written. */
  readonly marks: ReadonlySet<string>;
  /** Scans and changed rows by relation; they also count in blocks that were rolled back, whose locks are released. */
  readonly scans: ReadonlyMap<string, number>;
}

interface Touched {
  readonly name: string;
  /** The mode of the lock, or `changed`. */
  readonly how: string;
}

async function readState(database: DatabaseTransaction): Promise<State> {
  const { rows: objects } = await sql<{ id: string; name: string }>`
    select 'function ' || oid id, proname::text name from pg_proc
    union all select 'type ' || oid, typname from pg_type where typtype in ('e', 'd', 'r')
    union all select 'schema ' || oid, nspname from pg_namespace
    union all select 'extension ' || oid, extname from pg_extension
    union all select 'role ' || oid, rolname from pg_roles
    union all select 'settings ' || setdatabase || setrole, 'settings of the database' from pg_db_role_setting
    union all select 'privileges ' || oid, 'default privileges' from pg_default_acl
    union all select 'publication ' || oid, pubname from pg_publication
    union all select 'trigger ' || oid, evtname from pg_event_trigger
    union all select 'cast ' || oid, 'a cast' from pg_cast where castfunc = 0 or castfunc > 16383`.execute(
    database,
  );
  // A savepoint gets a transaction id of its own, after that of its transaction, which is assigned with the first
  // savepoint.
  await sql`select pg_current_xact_id()`.execute(database);
  const { rows: marks } = await sql<{ mark: string }>`
    select relation || ' ' || mode mark from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation'
      and database = (select oid from pg_database where datname = current_database())
    union select changed || ' changed' from (
      select 'function ' || oid changed, xmin from pg_proc
      union all select 'type ' || oid, xmin from pg_type where typtype in ('e', 'd', 'r')
      union all select 'schema ' || oid, xmin from pg_namespace
      union all select 'extension ' || oid, xmin from pg_extension
      union all select 'settings ' || setdatabase || setrole, xmin from pg_db_role_setting
      union all select 'privileges ' || oid, xmin from pg_default_acl
      union all select 'publication ' || oid, xmin from pg_publication
      union all select oid::text, xmin from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      union all select attrelid::text, xmin from pg_attribute
    ) written where age(xmin) <= 0`.execute(database);
  const { rows: scans } = await sql<{ relation: string; scans: number }>`
    select relid::text relation,
      (seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del)::float8 scans
    from pg_stat_xact_all_tables`.execute(database);
  return {
    names: await readNames(database),
    objects: new Map(objects.map(({ id, name }) => [id, name])),
    marks: new Set(marks.map(({ mark }) => mark)),
    scans: new Map(scans.map(({ relation, scans: count }) => [relation, count])),
  };
}

/** The differences between two states, except those of system and temporary objects. */
function touchedBetween(before: State, after: State): Touched[] {
  // A renamed object has two names: the plugin may neither rename another's object, nor give its own a foreign name.
  const touched = (id: string, how: string) =>
    [before.names, before.objects, after.names, after.objects].flatMap((names) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ name, how }];
    });
  const marks = [...after.marks].filter((mark) => !before.marks.has(mark));
  const dropped = [...before.names.keys()].filter((id) => !after.names.has(id));
  const scanned = [...after.scans].filter(([id, count]) => count > (before.scans.get(id) ?? 0));
  const ids = [...before.objects.keys(), ...after.objects.keys()];
  return [
    ...dropped.flatMap((id) => touched(id, 'changed')),
    ...ids
      .filter((id) => before.objects.has(id) !== after.objects.has(id))
      .flatMap((id) => touched(id, 'changed')),
    ...marks.flatMap((mark) =>
      touched(mark.slice(0, mark.lastIndexOf(' ')), mark.slice(mark.lastIndexOf(' ') + 1)),
    ),
    ...scanned.flatMap(([id]) => touched(id, 'AccessShareLock')),
  ];
}

/**
 * The tables of others that the plugin's views and functions read. Creating one locks them no more than reading a
 * published view does, but it would expose all their columns permanently.
 */
async function readUnownedSources(
  database: DatabaseTransaction,
  isOwn: (name: string) => boolean,
): Promise<{ readonly name: string }[]> {
  const { rows } = await sql<{ reader: string; name: string }>`
    select reader.relname::text reader, source.relname::text name
    from pg_rewrite rule join pg_class reader on reader.oid = rule.ev_class
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = rule.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid <> rule.ev_class
    join pg_class source on source.oid = d.refobjid and source.relkind <> 'v' and source.oid > 16383
    union
    select f.proname::text, source.relname::text
    from pg_proc f
    join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.refclassid = 'pg_class'::regclass
    join pg_class source on source.oid = d.refobjid and source.relkind <> 'v' and source.oid > 16383`.execute(
    database,
  );
  return rows.filter(({ reader, name }) => isOwn(reader) && !isOwn(name));
}

/** The names of all relations except the system's, by oid. */
async function readNames(database: DatabaseTransaction): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ relation: string; name: string }>`
    select c.oid::text relation, c.relname::text name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg_temp%'`.execute(
    database,
  );
  return new Map(rows.map(({ relation, name }) => [relation, name]));
}

/**
 * The locks that reading published views of required plugins takes: on the views and, for those that were read, on the
 * underlying tables and their indexes.
 */
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
    ), below as (
      select d.refobjid as oid from views v
      join pg_locks l on l.relation = v.oid and l.pid = pg_backend_pid() and l.locktype = 'relation'
      join pg_rewrite r on r.ev_class = v.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
    )
    select relname::text name from views
    union select c.relname::text from below b join pg_class c on c.oid = b.oid
    union select c.relname::text from below b join pg_index i on i.indrelid = b.oid
      join pg_class c on c.oid = i.indexrelid`.execute(database);
  return new Set(rows.map(({ name }) => `${name} AccessShareLock`));
}
