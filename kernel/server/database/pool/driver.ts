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
 * transaction does not read. It returns no rows; they are in `landing` after the commit. Outside of a transaction it runs at
 * once.
 */
export function withCommit<Row>(query: CompiledQuery<Row>): {
  query: CompiledQuery<Row>;
  landing: { readonly rows: readonly Row[] };
} {
  const landing: { rows: readonly Row[] } = { rows: [] };
  const closing: CompiledQuery<Row> & ClosingQuery = Object.freeze({ ...query, landing });
  return { query: closing, landing };
}

/** A statement that is sent at once, and that the next one does not wait for. */
interface AheadQuery extends CompiledQuery {
  readonly isAhead: true;
}

/**
 * Has a statement of a transaction sent with the next one, so that nothing waits for it: for a write whose result is known
 * beforehand. Running it answers no rows. Where it fails, the next statement or the commit throws its error, so it must not
 * stand between a savepoint and the return to it. Outside of a transaction it runs as any other.
 */
export function withNext<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const ahead: CompiledQuery<Row> & AheadQuery = Object.freeze({ ...query, isAhead: true as const });
  return ahead;
}

/** The statements of an open transaction that nothing waits for. */
interface OpenTransaction {
  /** Sent, by {@link withNext}. */
  readonly ahead: Promise<unknown>[];
  /** To be sent, by {@link withCommit}. */
  readonly last: CompiledQuery[];
}

/**
 * A transaction as few exchanges: `begin` and what was marked by {@link withNext} go out with the next statement, and what
 * was marked by {@link withCommit} with the `commit`. When one of them fails, the transaction is undone and its error
 * thrown. The pool's clients must be pipelining ones, and so know no cursors.
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
    // It can fail with the connection alone, and then so does the first statement.
    super.beginTransaction(connection, settings).catch(() => {});
    return Promise.resolve();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { ahead, last } = this.#open.get(connection) ?? { ahead: [], last: [] };
    this.#open.delete(connection);
    const sent = last.map((query) => connection.executeQuery(query));
    const results = await Promise.allSettled([...ahead, ...sent, super.commitTransaction(connection)]);
    // In their order: what follows a failure fails for that reason alone.
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
        // Thrown by the next statement, or by the commit.
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

/** The error of a statement; if an earlier statement that was not awaited failed, its error is the cause. */
async function causeOf(error: unknown, transaction: OpenTransaction | undefined): Promise<unknown> {
  const ended = await Promise.allSettled(transaction?.ahead ?? []);
  return ended.find((result) => result.status === 'rejected')?.reason ?? error;
}

/** State that a node's database shares with its transactions. */
export class NodeAdapter extends PostgresAdapter {
  /** Sessions that this node is ending, by id, with the time until which no cache may be used for them. */
  readonly endingSessions = new Map<number, number>();
}

/** The builder's way to PostgreSQL, over a pool whose clients pipeline. */
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
