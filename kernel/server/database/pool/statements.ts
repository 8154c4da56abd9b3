/** Who is told of each statement that has run: its name and its seconds. */
export type StatementObserver = (name: string, seconds: number) => void;

/** The statements of a node's database, as they end. */
export interface Statements {
  readonly observers: Set<StatementObserver>;
  /** Tells the observers of a statement by its SQL; costs nothing where there are none. */
  record(sql: string, milliseconds: number): void;
}

/** Programs that build SQL make texts without end; the names of so many are remembered. */
const maxNames = 5000;

/** Starts without observers. */
export function createStatements(): Statements {
  const observers = new Set<StatementObserver>();
  const names = new Map<string, string>();
  return {
    observers,
    record(sql, milliseconds) {
      if (observers.size === 0) return;
      let name = names.get(sql);
      if (name === undefined) {
        name = statementName(sql);
        if (names.size < maxNames) names.set(sql, name);
      }
      for (const observe of observers) observe(name, milliseconds / 1000);
    },
  };
}

const write = /\b(insert into|update|delete from)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)"?/i;
const read = /\bfrom\s+"?([a-z_][a-z0-9_.]*)"?/i;

/**
 * A short name of a statement: what it does and the first table that it does it to, such as `select applications`. It has
 * no values, and there are few of them, as a label of a metric needs.
 */
export function statementName(sql: string): string {
  const [, verb = '', written = ''] = write.exec(sql) ?? [];
  if (written !== '') return `${verb.split(/\s/)[0]?.toLowerCase()} ${written.toLowerCase()}`;
  const [, table] = read.exec(sql) ?? [];
  const first = /[a-z]+/i.exec(sql)?.[0].toLowerCase() ?? 'other';
  if (table === undefined) return first === 'with' ? 'select' : first;
  return `select ${table.toLowerCase()}`;
}
