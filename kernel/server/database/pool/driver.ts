import {
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { DataWall } from './data-wall.ts';

/** Receives the rows of a statement that was sent with the commit. */
interface Landing {
  rows: readonly unknown[];
}

/** A statement that is sent with the commit. */
interface ClosingQuery extends CompiledQuery {
  readonly landing: Landing;
}

/**
 * Sends a statement together with the commit of its transaction, without an additional round trip; for results that the
 * transaction does not read. Executing it returns no rows; they are in `landing` after the commit. Outside of a
 * transaction it runs at once.
 */
export function withCommit<Row>(query: CompiledQuery<Row>): {
  query: CompiledQuery<Row>;
  landing: { readonly rows: readonly Row[] };
} {
  const landing: { rows: readonly Row[] } = { rows: [] };
  const closing: CompiledQuery<Row> & ClosingQuery = Object.freeze({ ...query, landing });
  return { query: closing, landing };
}

/** A statement that is sent without waiting for its result. */
interface AheadQuery extends CompiledQuery {
  readonly isAhead: true;
}

/**
 * Sends a statement of a transaction together with the next one, without waiting for it: for a write whose result is
 * known in advance. Executing it returns no rows. If it fails, the next statement or the commit throws its error, so it
 * must not stand between a savepoint and the rollback to it. Outside of a transaction it runs like any other.
 */
export function withNext<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const ahead: CompiledQuery<Row> & AheadQuery = Object.freeze({ ...query, isAhead: true as const });
  return ahead;
}

/** The statements of an open transaction for which nothing waits. */
interface OpenTransaction {
  /** Already sent, by {@link withNext}. */
  readonly ahead: Promise<unknown>[];
  /** To be sent with the commit, by {@link withCommit}. */
  readonly last: CompiledQuery[];
}

/**
 * Minimizes the round trips of a transaction: `begin` and statements marked by {@link withNext} are sent with the next
 * statement, those marked by {@link withCommit} with the `commit`. If one fails, the transaction is rolled back and its
 * error thrown. The pool's clients must be pipelining ones, which do not support cursors.
 */
export class PipeliningDriver extends PostgresDriver {
  readonly #open = new WeakMap<DatabaseConnection, OpenTransaction>();
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#known.has(connection)) {
      this.#known.add(connection);
      this.#divert(connection);
    }
    return connection;
  }

  override beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#open.set(connection, { ahead: [], last: [] });
    // Fails only if the connection fails, and then the first statement fails too.
    super.beginTransaction(connection, settings).catch(() => {});
    return Promise.resolve();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { ahead, last } = this.#open.get(connection) ?? { ahead: [], last: [] };
    this.#open.delete(connection);
    const sent = last.map((query) => connection.executeQuery(query));
    const results = await Promise.allSettled([...ahead, ...sent, super.commitTransaction(connection)]);
    // The first failure is the cause; later statements fail only because of it.
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  override rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    this.#open.delete(connection);
    return super.rollbackTransaction(connection);
  }

  #divert(connection: DatabaseConnection): void {
    const send = connection.executeQuery.bind(connection);
    const open = this.#open;
    connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const { landing, isAhead } = query as Partial<ClosingQuery & AheadQuery>;
      const transaction = open.get(connection);
      if (landing && transaction) {
        transaction.last.push(query);
        return { rows: [] };
      }
      if (isAhead && transaction) {
        const sent = send(query);
        // The next statement, or the commit, throws the error.
        sent.catch(() => {});
        transaction.ahead.push(sent);
        return { rows: [] };
      }
      try {
        const result = await send<Row>(query);
        if (landing) landing.rows = result.rows;
        return result;
      } catch (error) {
        throw await causeOf(error, transaction);
      }
    };
  }
}

/** The error of a statement; if an earlier statement without a waiting caller failed, its error is the cause. */
async function causeOf(error: unknown, transaction: OpenTransaction | undefined): Promise<unknown> {
  const ended = await Promise.allSettled(transaction?.ahead ?? []);
  return ended.find((result) => result.status === 'rejected')?.reason ?? error;
}

/** Holds state that a node's database shares with its transactions. */
export class NodeAdapter extends PostgresAdapter {
  /** Sessions that this node is ending, by id, with the time until which they must not be cached. */
  readonly endingSessions = new Map<number, number>();
}

/** Kysely's dialect for a pool whose clients pipeline. */
export class PipeliningDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #wall: DataWall | null;

  constructor(pool: pg.Pool, wall: DataWall | null) {
    super({ pool });
    this.#pool = pool;
    this.#wall = wall;
  }

  override createAdapter(): NodeAdapter {
    return new NodeAdapter();
  }

  override createDriver(): PostgresDriver {
    return this.#wall?.createDriver(this.#pool) ?? new PipeliningDriver({ pool: this.#pool });
  }
}
