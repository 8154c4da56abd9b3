import type pg from 'pg';

/** Receives each executed statement: its name, its duration in seconds, and its error if it failed. */
export type StatementObserver = (name: string, seconds: number, error?: unknown) => void;

/** Reports the statements of a node's database as they end. */
export interface Statements {
  /** Reports a statement to the observers by its SQL. */
  record(sql: string, milliseconds: number, error?: unknown): void;
}

/** Maximum number of cached names: code that builds SQL produces an unlimited number of texts. */
const maxNames = 5000;

/** Creates the reports of statements to some observers; null without any, so that nothing is measured. */
export function createStatements(observers: readonly StatementObserver[]): Statements | null {
  if (observers.length === 0) return null;
  const names = new Map<string, string>();
  return {
    record(sql, milliseconds, error) {
      let name = names.get(sql);
      if (name === undefined) {
        name = statementName(sql);
        if (names.size < maxNames) names.set(sql, name);
      }
      for (const observe of observers) observe(name, milliseconds / 1000, error);
    },
  };
}

/**
 * Records each statement of a connection when its response has arrived, in the context of its caller, including those
 * that a transaction does not wait for. Streams such as `COPY` are ignored.
 */
export function observeConnection(client: pg.ClientBase, statements: Statements): void {
  const send = client.query.bind(client) as (...input: unknown[]) => unknown;
  function query(...input: unknown[]): unknown {
    const sql = input[0];
    if (typeof sql !== 'string') return send(...input);
    const began = performance.now();
    const record = (error?: unknown) => statements.record(sql, performance.now() - began, error);
    const callback = input.at(-1);
    if (typeof callback === 'function') {
      const done = (error: unknown, ...rest: unknown[]): unknown => {
        record(error ?? undefined);
        return callback(error, ...rest) as unknown;
      };
      return send(...input.slice(0, -1), done);
    }
    const result = send(...input) as Promise<unknown>;
    result.then(() => record(), record);
    return result;
  }
  Object.defineProperty(client, 'query', { configurable: true, writable: true, value: query });
}

const write = /\b(insert into|update|delete from)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)"?/i;
const read = /\bfrom\s+"?([a-z_][a-z0-9_.]*)"?/i;

/**
 * A short name of a statement: its command and its first table, such as `select applications`. It contains no values,
 * and there are few of them, as a metric's label requires.
 */
export function statementName(sql: string): string {
  const [, verb = '', written = ''] = write.exec(sql) ?? [];
  if (written !== '') return `${verb.split(/\s/)[0]?.toLowerCase()} ${written.toLowerCase()}`;
  const [, table] = read.exec(sql) ?? [];
  const first = /[a-z]+/i.exec(sql)?.[0].toLowerCase() ?? 'other';
  if (table === undefined) return first === 'with' ? 'select' : first;
  return `select ${table.toLowerCase()}`;
}
