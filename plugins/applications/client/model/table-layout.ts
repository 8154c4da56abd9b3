import { layouts, tableColumns, type Layout, type TableColumn } from '../../contract/filter-names.ts';

/** The user's layout of the list. */
export interface ListLayout {
  readonly layout: Layout;
  /** The visible columns, in their order. */
  readonly columns: readonly TableColumn[];
  readonly density: 'comfortable' | 'compact';
}

/** The default columns. */
export const defaultColumns: readonly TableColumn[] = [
  'number',
  'name',
  'neighborhood',
  'status',
  'cancel_time',
  'receiver',
  'createdAt',
];

const usual: ListLayout = { layout: 'cards', columns: defaultColumns, density: 'comfortable' };

/** The layout in the address, completed from the stored one. */
export function readLayout(params: URLSearchParams, stored: string | null): ListLayout {
  const remembered = new URLSearchParams(stored ?? '');
  const value = (name: string) => params.get(name) ?? remembered.get(name);
  return {
    layout: layouts.find((one) => one === value('layout')) ?? usual.layout,
    columns: readColumns(value('columns')) ?? usual.columns,
    density: value('density') === 'compact' ? 'compact' : usual.density,
  };
}

/** Parses the columns in the address; null if they are invalid. */
export function readColumns(text: string | null): readonly TableColumn[] | null {
  const keys = (text ?? '').split(',');
  const known = tableColumns.filter((key) => keys.includes(key));
  if (known.length === 0 || new Set(keys).size < keys.length || known.length < keys.length) return null;
  return known.toSorted((one, other) => keys.indexOf(one) - keys.indexOf(other));
}

/** Writes a layout into the address: its kind, and for a table only what differs from the default. */
export function writeLayout(
  params: URLSearchParams,
  { layout, columns, density }: ListLayout,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('layout', layout);
  put('columns', columns.join(','), usual.columns.join(','));
  put('density', density, usual.density);
  return next;

  function put(name: string, value: string, standard: string): void {
    // The stored value may differ: then the default must be in the address too.
    if (layout === 'cards') next.delete(name);
    else if (value === standard && !next.has(name)) next.delete(name);
    else next.set(name, value);
  }
}

/** All columns: the visible ones in their order, then the others as they are declared. */
export function allColumns(shown: readonly TableColumn[]): readonly TableColumn[] {
  return [...shown, ...tableColumns.filter((key) => !shown.includes(key))];
}

/** Adds a column at the end, or hides it; the applicant's name always stays. */
export function withColumn(
  columns: readonly TableColumn[],
  key: TableColumn,
  shown: boolean,
): readonly TableColumn[] {
  if (!shown && key === 'name') return columns;
  const others = columns.filter((one) => one !== key);
  return shown ? [...others, key] : others;
}

/** Moves a column by one place; unchanged at the end. */
export function moveColumn(
  columns: readonly TableColumn[],
  key: TableColumn,
  step: 1 | -1,
): readonly TableColumn[] {
  const from = columns.indexOf(key);
  const to = from + step;
  if (from < 0 || to < 0 || to >= columns.length) return columns;
  const next = columns.filter((one) => one !== key);
  next.splice(to, 0, key);
  return next;
}
