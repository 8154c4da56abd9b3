import type { HistoryField, HistoryValue } from '#kernel/records/contract/history.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Database, ServerContext } from '#kernel/server/api/index.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import type { ColumnValues, ShownIn, TrackedField } from './history-field.ts';

/** Two states of the columns of a record. */
export interface Difference {
  readonly before: ColumnValues;
  readonly after: ColumnValues;
}

interface Presenting {
  readonly database: Database;
  readonly language: Language;
  readonly context: Pick<ServerContext, 'text' | 'permissions' | 'plugins'>;
}

/**
 * Formats the differing fields of each pair of states, with the labels of the form; reads the names of all references
 * in one query.
 */
export async function presentDifferences(
  { database, language, context }: Presenting,
  fields: readonly TrackedField[],
  differences: readonly Difference[],
): Promise<HistoryField[][]> {
  const text: ShownIn['text'] = (key, params) => context.text(language, key, params);
  const plugins = new Map(context.permissions.map(({ permission, plugin }) => [permission, plugin]));
  function permissionName(permission: string): string {
    const plugin = plugins.get(permission);
    return plugin === undefined ? permission : text(`${plugin}:permissions.${permission}`);
  }
  const shown = await Promise.all(
    fields.map(async (field): Promise<ShownIn> => {
      const names = await namesIn(field, differences, database, language);
      return { language, text, context, permissionName, nameOf: (id) => names?.get(id) };
    }),
  );
  return differences.map((difference) =>
    fields.flatMap((field, index) => {
      const into = shown[index];
      return into && isChanged(field, difference) ? presentField(field, difference, into) : [];
    }),
  );
}

/** Whether a field differs; false if none of its columns is known. */
export function isChanged({ columns }: TrackedField, { before, after }: Difference): boolean {
  return columns.some((column) => !sameValues(before[column], after[column]));
}

async function namesIn(
  { references, columns }: TrackedField,
  differences: readonly Difference[],
  database: Database,
  language: Language,
): Promise<ReadonlyMap<number, string> | undefined> {
  if (!references) return undefined;
  const sides = differences.flatMap(({ before, after }) => [before, after]);
  const known = sides.filter((values) => columns.some((column) => values[column] !== undefined));
  const ids = new Set(known.flatMap((values) => references.idsOf(values)));
  return ids.size === 0 ? undefined : references.namesOf(database, [...ids], language);
}

function presentField(field: TrackedField, { before, after }: Difference, shown: ShownIn): HistoryField[] {
  const { name, label } = field;
  const from = field.show(before, shown);
  const to = field.show(after, shown);
  const sides = { from: withoutCommon(from, to), to: withoutCommon(to, from) };
  // Only the order of a list has changed.
  if (sides.from?.items?.length === 0 && sides.to?.items?.length === 0) return [];
  return [{ name, label: typeof label === 'string' ? shown.text(label) : label(shown), ...sides }];
}

/** The items of a list that the other side lacks. */
function withoutCommon(one: HistoryValue | null, other: HistoryValue | null): HistoryValue | null {
  if (!one?.items || !other?.items) return one;
  const left = other.items.map((item) => JSON.stringify(item));
  const items = one.items.filter((item) => {
    const at = left.indexOf(JSON.stringify(item));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return { ...one, items };
}
