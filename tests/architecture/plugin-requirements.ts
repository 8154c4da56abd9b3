import { sources, type Source } from './sources.ts';

/**
 * The plugins that a plugin depends on: it imports their contract, or its SQL names their tables or views.
 */
export function requirementsOf(plugin: string): string[] {
  const files = sources(new RegExp(`^plugins/${plugin}/.*\\.(tsx?|sql)$`)).filter(
    ({ path }) => !/\.test\./.test(path),
  );
  const needs = files.flatMap((file) => [...importedBy(file), ...ownersOfTablesIn(file)]);
  return [...new Set(needs)].filter((id) => id !== plugin).toSorted();
}

function importedBy({ text }: Source): string[] {
  return [...text.matchAll(/['"]#plugins\/([^/]+)\/contract\.ts['"]/g)].map(([, id]) => id ?? '');
}

const inSql = /\b(?:references|from|join|into|update)\s+"?(\w+)"?/gi;
const inBuilder =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|full)Join)\(\s*['"](\w+)/g;

function ownersOfTablesIn({ path, text }: Source): string[] {
  if (!/\/server\//.test(path)) return [];
  const named = [...text.matchAll(inSql), ...text.matchAll(inBuilder)].map(([, table]) => table ?? '');
  return named.flatMap((table) => tableOwners().get(table.toLowerCase()) ?? []);
}

/** The plugin that creates each table and view; those of the kernel are missing. */
function tableOwners(): ReadonlyMap<string, string> {
  owners ??= new Map(
    sources(/^plugins\/[^/]+\/server\/.*\.sql$/).flatMap(({ path, text }) =>
      [
        ...text.matchAll(/create\s+(?:(?:unlogged\s+)?table|view)\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi),
      ].map(([, table]) => [(table ?? '').toLowerCase(), path.split('/')[1] ?? ''] as const),
    ),
  );
  return owners;
}

let owners: ReadonlyMap<string, string> | undefined;
