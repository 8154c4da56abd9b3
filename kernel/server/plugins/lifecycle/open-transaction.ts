import type { Database, DatabaseTransaction } from '../../api/index.ts';

/**
 * A database handle for a plugin that starts within a transaction: until `release` its statements go there, so that they are
 * undone with it, and to the pool afterwards.
 */
export function inOpenTransaction(
  pool: Database,
  transaction: DatabaseTransaction,
): { readonly database: Database; release(): void } {
  let isOpen = true;
  const nested = {
    execute: <Result>(work: (within: DatabaseTransaction) => Promise<Result>) => work(transaction),
  };
  const database = new Proxy(pool, {
    get(_, key) {
      if (isOpen && key === 'transaction') return () => nested;
      const target: object = isOpen ? transaction : pool;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { database, release: () => void (isOpen = false) };
}
