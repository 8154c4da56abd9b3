import type { Database, DatabaseTransaction } from '../../api/index.ts';

/**
 * A database handle for a plugin that starts within a transaction: until `release` its statements run in the
 * transaction, so that they are rolled back with it; afterwards they use the pool. After `close` it rejects all
 * statements, so that a rejected plugin that keeps running does not reach other connections.
 */
export function inOpenTransaction(
  pool: Database,
  transaction: DatabaseTransaction,
): { readonly database: Database; release(): void; close(): void } {
  let isOpen = true;
  let isClosed = false;
  const nested = {
    execute: <Result>(work: (within: DatabaseTransaction) => Promise<Result>) => work(transaction),
  };
  const database = new Proxy(pool, {
    get(_, key) {
      if (isClosed) throw new Error('the plugin was rejected and has no database');
      if (isOpen && key === 'transaction') return () => nested;
      const target: object = isOpen ? transaction : pool;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { database, release: () => void (isOpen = false), close: () => void (isClosed = true) };
}
