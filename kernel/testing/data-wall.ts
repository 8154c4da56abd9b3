import {
  CompiledQuery,
  type DatabaseConnection,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  sql,
} from 'kysely';
import type pg from 'pg';
import { requiredIds, type Manifest } from '#kernel/contract/index.ts';
import type { Database } from '#kernel/server/api/index.ts';
import type { DataWall } from '#kernel/server/database/pool/data-wall.ts';
import { PipeliningDriver } from '#kernel/server/database/pool/driver.ts';

/** The role that runs each query, by query id. */
type RolesOfQueries = WeakMap<object, string>;

/** A data wall that records rejected statements. */
export interface TestDataWall extends DataWall {
  /** Returns the rejections since the last call. */
  takeRejections(): readonly string[];
}

/**
 * Creates a data wall: each plugin has a PostgreSQL role, `komak_plugin_<id>`, which owns the plugin's tables and may
 * read the views of the kernel and of the plugins that it requires. Roles of `prepared` plugins exist in the database
 * already.
 */
export function createDataWall(prepared: ReadonlySet<string> = new Set()): TestDataWall {
  const roles: RolesOfQueries = new WeakMap();
  const rejections: string[] = [];
  const reject = (message: string) => void rejections.push(message);
  return {
    takeRejections: () => rejections.splice(0),
    createDriver: (pool) => new RoleDriver(pool, roles, reject),
    handleFor: <Handle extends Database>(database: Handle, plugin: string) =>
      // Sound: `withPlugin` of a transaction returns a transaction.
      database.withPlugin(new RolePlugin(roleOf(plugin), roles)) as Handle,
    async prepareRole(database, plugin) {
      if (!prepared.has(plugin.id)) await createRole(database, plugin);
      return roleOf(plugin.id);
    },
    async adoptTables(database, plugin) {
      await createRole(database, plugin);
      await giveTables(database, plugin.id);
    },
  };
}

/** Whether a database has tables owned by plugins' roles, as clones of the template have. */
export async function hasPluginRoles(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_class where relnamespace = $1::regnamespace and pg_get_userbyid(relowner) like $2 limit 1',
    ['public', `${rolePrefix}%`],
  );
  return rowCount === 1;
}

const rolePrefix = 'komak_plugin_';

function roleOf(plugin: string): string {
  return `${rolePrefix}${plugin}`;
}

/** Records the role of each compiled query. */
class RolePlugin implements KyselyPlugin {
  readonly #role: string;
  readonly #roles: RolesOfQueries;

  constructor(role: string, roles: RolesOfQueries) {
    this.#role = role;
    this.#roles = roles;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): PluginTransformQueryArgs['node'] {
    this.#roles.set(queryId, this.#role);
    return node;
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<never>> {
    if (!this.#roles.has(queryId)) {
      throw new Error(
        `a statement of ${this.#role} ran with the role of the kernel; create it with sql\`…\` or queryOf`,
      );
    }
    // Sound: the rows are passed through unchanged.
    return result as QueryResult<never>;
  }
}

/** Runs each statement under its role, and resets connections to the kernel's role on release. */
class RoleDriver extends PipeliningDriver {
  readonly #roles: RolesOfQueries;
  readonly #reject: (message: string) => void;
  /** The role of each connection, null for the kernel's; absent if a failed transaction refused to change it. */
  readonly #current = new WeakMap<DatabaseConnection, string | null>();
  readonly #watched = new WeakSet<DatabaseConnection>();

  constructor(pool: pg.Pool, roles: RolesOfQueries, reject: (message: string) => void) {
    super({ pool });
    this.#roles = roles;
    this.#reject = reject;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#watched.has(connection)) {
      this.#watched.add(connection);
      this.#current.set(connection, null);
      this.#watch(connection);
    }
    return connection;
  }

  override async releaseConnection(
    connection: Parameters<PipeliningDriver['releaseConnection']>[0],
  ): Promise<void> {
    if (this.#current.get(connection) !== null) {
      await connection.executeQuery(CompiledQuery.raw('reset role')).catch(() => {});
    }
    await super.releaseConnection(connection);
  }

  #watch(connection: DatabaseConnection): void {
    const send = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const role = this.#roles.get(query.queryId) ?? null;
      if (this.#current.get(connection) !== role) {
        this.#current.set(connection, role);
        // This fails only in an aborted transaction, in which the statement fails as well.
        send(CompiledQuery.raw(role === null ? 'reset role' : `set role ${role}`)).catch(() =>
          this.#current.delete(connection),
        );
      }
      try {
        return await send<Row>(query);
      } catch (error) {
        throw role === null ? error : this.#explain(error, role);
      }
    };
  }

  /** Adds the plugin to PostgreSQL's error, which names only the object. */
  #explain(error: unknown, role: string): unknown {
    if ((error as { code?: string }).code !== '42501') return error;
    const plugin = role.slice(rolePrefix.length);
    const named = /for (\w+ .*)$/.exec((error as Error).message)?.[1] ?? 'a foreign object';
    const message = `The plugin "${plugin}" may not access the ${named}: permission denied. A plugin accesses its own tables, and reads the views <plugin>_v1_… of the kernel and of the plugins that it requires.`;
    this.#reject(message);
    return Object.assign(new Error(message, { cause: error }), { code: '42501' });
  }
}

/** Creates a plugin's role, with access to what the kernel and the required plugins publish. */
async function createRole(database: Database, plugin: Pick<Manifest, 'id' | 'requires'>): Promise<void> {
  const role = roleOf(plugin.id);
  const requires = requiredIds(plugin);
  const published = ['kernel', ...requires].map((owner) => `${owner}\\_v1\\_%`);
  const owners = requires.map(roleOf);
  // Roles are global to the PostgreSQL server, so another test may create the same one concurrently.
  await sql
    .raw(
      `
    do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
    )
    .execute(database);
  await sql
    .raw(
      `
    do $$
    declare
      one record;
    begin
      execute format('grant create on database %I to ${role}', current_database());
      grant create on schema public to ${role};
      for one in
        select c.oid, c.relname, c.relkind from pg_class c join pg_roles owner on owner.oid = c.relowner
        where c.relnamespace = 'public'::regnamespace and (
          c.relkind = 'v' and c.relname like any(${literal(published)})
          or c.relkind = 'r' and (owner.rolname = any(${literal(owners)}) or owner.rolname not like '${rolePrefix}%'))
      loop
        if one.relkind = 'r' then
          execute format('grant references on %I to ${role}', one.relname);
        else
          execute format('grant select on %I to ${role}', one.relname);
          -- PostgreSQL requires the right to update a column for locking rows; an identity column cannot be updated.
          if exists (select from pg_attribute where attrelid = one.oid and attname = 'id') then
            execute format('grant update (id) on %I to ${role}', one.relname);
          end if;
        end if;
      end loop;
    end $$`,
    )
    .execute(database);
}

function literal(texts: readonly string[]): string {
  return `array[${texts.map((text) => `'${text}'`).join(', ')}]::text[]`;
}

/** Makes the role own the tables of an external plugin, which have its prefix; the kernel runs its migrations. */
async function giveTables(database: Database, id: string): Promise<void> {
  await sql
    .raw(
      `
    do $$
    declare
      one record;
    begin
      for one in
        select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
          and (relname = '${id}' or starts_with(relname::text, '${id}_'))
      loop
        execute format('alter table %I owner to ${roleOf(id)}', one.relname);
      end loop;
    end $$`,
    )
    .execute(database);
}
