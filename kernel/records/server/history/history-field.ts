import { sql } from 'kysely';
import { ringsOfBoundary } from '#kernel/domain/geo/boundary.ts';
import { multiPolygonSchema } from '#kernel/domain/geo/index.ts';
import type { HistoryItem, HistoryValue } from '#kernel/records/contract/history.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Database, ServerContext } from '#kernel/server/api/index.ts';

/** Values by column, as the history stores them. */
export type ColumnValues = Readonly<Record<string, unknown>>;

/** The functions that format a field's value. */
export interface ShownIn {
  readonly language: Language;
  /** The text of `namespace:dotted.key`. */
  text(key: string, params?: Readonly<Record<string, string>>): string;
  readonly context: Pick<ServerContext, 'plugins'>;
  /** The name of a permission on the page of roles. */
  permissionName(permission: string): string;
  /** The name of a referenced record; undefined if it no longer exists. */
  nameOf(id: number): string | undefined;
}

/** A field of a form and its columns. */
export interface TrackedField {
  /** The field's name in the audit log. */
  readonly name: string;
  readonly columns: readonly [string, ...string[]];
  /** The label in the form: a text key, or a function that returns the text. */
  readonly label: string | ((shown: ShownIn) => string);
  /** Formats the value of one side; null if it is empty. */
  show(values: ColumnValues, shown: ShownIn): HistoryValue | null;
  /** The ids that a value refers to, and how to read their names. */
  readonly references?: {
    idsOf(values: ColumnValues): readonly number[];
    namesOf(
      database: Database,
      ids: readonly number[],
      language: Language,
    ): Promise<ReadonlyMap<number, string>>;
  };
}

type Names = NonNullable<TrackedField['references']>['namesOf'];
type Label = TrackedField['label'];

function single(column: string, label: Label, show: (value: string, shown: ShownIn) => HistoryValue) {
  return {
    name: column,
    columns: [column],
    label,
    show(values, shown) {
      const value = values[column];
      return value === null || value === undefined || value === '' ? null : show(textOf(value), shown);
    },
  } satisfies TrackedField;
}

/** A text field. */
export function textField(column: string, label: Label): TrackedField {
  return single(column, label, (text) => ({ text }));
}

/** A field with a personal value; `kind` determines its mask. */
export function personalField(
  kind: 'written' | 'jshshir' | 'passport' | 'birthday' | 'phone',
  column: string,
  label: Label,
): TrackedField {
  return single(column, label, (value) => ({ [kind]: value }));
}

/** A colour, `#rrggbb`. */
export function colorField(column: string, label: Label): TrackedField {
  return single(column, label, (color) => ({ color }));
}

/** A number field. */
export function numberField(column: string, label: Label): TrackedField {
  return single(column, label, (value) => ({ number: Number(value) }));
}

/** A yes/no field. */
export function flagField(column: string, label: Label): TrackedField {
  return single(column, label, (value) => ({ flag: value === 'true' }));
}

/** A field with one of several values, each with its text key. */
export function choiceField(
  column: string,
  label: Label,
  texts: Readonly<Record<string, string>>,
): TrackedField {
  return single(column, label, (value, { text }) => ({
    text: Object.hasOwn(texts, value) ? text(texts[value] ?? value) : value,
  }));
}

/** A field that refers to another record by its id. */
export function referenceField(column: string, label: Label, namesOf: Names): TrackedField {
  return {
    ...single(column, label, (id, { nameOf }) => {
      const text = nameOf(Number(id));
      return text === undefined ? { missing: true } : { text };
    }),
    references: {
      idsOf: (values) => (values[column] === null ? [] : [Number(values[column])]),
      namesOf,
    },
  };
}

/** Reads the names of records in a table or view with a name column per language; for {@link referenceField}. */
export function namesIn(table: string): Names {
  return async function namesOf(database, ids, language) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.ref(`name_${language}`)} as name from ${sql.table(table)}
      where id = any(${[...ids]}::bigint[])`.execute(database);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
}

/** A field with a list: the rows of a second table, or a list column. */
export function listField(
  column: string,
  label: Label,
  item: (part: unknown, shown: ShownIn) => HistoryItem,
  references?: { idOf(part: unknown): number; namesOf: Names },
): TrackedField {
  const partsOf = (values: ColumnValues) =>
    (Array.isArray(values[column]) ? values[column] : []) as unknown[];
  return {
    name: column,
    columns: [column],
    label,
    show(values, shown) {
      const parts = partsOf(values);
      return parts.length === 0 ? null : { items: parts.map((part) => item(part, shown)) };
    },
    ...(references
      ? {
          references: {
            idsOf: (values) => partsOf(values).map(references.idOf),
            namesOf: references.namesOf,
          },
        }
      : {}),
  };
}

/** A field with the border of an area, in the columns `coords` and `geometry`. */
export function borderField(label: Label): TrackedField {
  return {
    name: 'coords',
    columns: ['coords', 'geometry'],
    label,
    show({ coords, geometry }) {
      // The record was deleted.
      if (coords === null || coords === undefined) return null;
      const whole = multiPolygonSchema.nullable().safeParse(geometry ?? null);
      // Stored as the table had it, where each point was validated.
      const rings = ringsOfBoundary({
        coords: coords as [number, number][],
        geometry: whole.success ? whole.data : null,
      });
      return { rings: rings.map((ring) => ring.map(([lat, lng]): [number, number] => [lat, lng])) };
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
