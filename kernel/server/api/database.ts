import type { Kysely, Transaction } from 'kysely';

/** A connection to the database; plugins add their tables with `withTables<…>()` or write SQL by hand. */
export type Database = Kysely<unknown>;

/** An open transaction. */
export type DatabaseTransaction = Transaction<unknown>;
