import { CompiledQuery, type PostgresDriver } from 'kysely';
import type pg from 'pg';
import type { Manifest } from '#kernel/contract/index.ts';
import type { Database } from '../../api/index.ts';

/**
 * Runs the statements of each plugin under a role of its own, which owns the plugin's tables and may read what others
 * publish. Only tests use it (kernel/testing/data-wall.ts, kernel/decisions/0022-data-wall.md): in production there is
 * one role.
 */
export interface DataWall {
  /** Creates a driver that runs each statement under the role of the handle that sent it. */
  createDriver(pool: pg.Pool): PostgresDriver;
  /** Returns the pool or transaction marked with a plugin. */
  handleFor<Handle extends Database>(database: Handle, plugin: string): Handle;
  /** Prepares the role of a plugin, under which its migrations run, and returns its name. */
  prepareRole(database: Database, plugin: Pick<Manifest, 'id' | 'requires'>): Promise<string>;
  /** Prepares the role of an external plugin, whose tables have its prefix and were created by the kernel. */
  adoptTables(database: Database, plugin: Pick<Manifest, 'id' | 'requires'>): Promise<void>;
}

/** The handle for the kernel's own tables, derived from a handle that may be marked with a plugin. */
export function asKernel<Handle extends Database>(database: Handle): Handle {
  // Sound: `withoutPlugins` of a transaction returns a transaction.
  return database.getExecutor().plugins.length === 0 ? database : (database.withoutPlugins() as Handle);
}

/** Creates a query from SQL text, for execution on `database`. */
export function queryOf<Row>(
  database: Database,
  text: string,
  values: readonly unknown[],
): CompiledQuery<Row> {
  const query = CompiledQuery.raw(text, [...values]);
  // Registers the query with its plugin, as compiling a template does.
  database.getExecutor().transformQuery(query.query, query.queryId);
  // Sound: the caller declares what the text returns, as for every statement.
  return query as CompiledQuery<Row>;
}
