import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** A text that must not be found, and where it was written. */
export interface Trace {
  readonly what: string;
  readonly value: string;
}

/** Finds traces in a text: unchanged, in any case, URL-encoded, in Base64, and in the hexadecimal form of bytes. */
export function tracesIn(text: string, traces: readonly Trace[]): string[] {
  const lower = text.toLowerCase();
  return traces.flatMap(({ what, value }) =>
    formsOf(value).some((form) => lower.includes(form)) ? [what] : [],
  );
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), bytes.toString('hex')]
    .concat(['', 'x', 'xx'].map((before) => innerBase64(before, value)))
    .map((form) => form.toLowerCase())
    .filter((form) => form.length >= 6);
}

/** The part of a text's Base64 form that does not depend on the preceding text. */
function innerBase64(before: string, value: string): string {
  const whole = Buffer.from(before + value).toString('base64');
  return whole.slice(
    Math.ceil((before.length * 8) / 6),
    Math.floor(((before.length + Buffer.byteLength(value)) * 8) / 6),
  );
}

/** Every row of all our tables that contains a trace, as `table: trace`. New columns are included automatically. */
export async function tracesInTables(pool: pg.Pool, traces: readonly Trace[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by name`);
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select one::text as row from ${name} as one`);
    for (const { row } of rows) for (const what of tracesIn(row, traces)) found.add(`${name}: ${what}`);
  }
  return [...found].toSorted();
}

/** The files of a folder and its subfolders, by relative path. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Files that contain a trace in their names or bytes. */
export async function tracesInFiles(folder: string, traces: readonly Trace[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of await filesBelow(folder)) {
    const text = `${path}\n${(await readFile(path)).toString('latin1')}`;
    for (const what of tracesIn(text, traces)) found.push(`${path}: ${what}`);
  }
  return found;
}
