import { layouts, tableColumns, type Layout, type TableColumn } from '../../contract/filter-names.ts';

/** How a person sees the list. */
export interface ListLayout {
  readonly layout: Layout;
  /** The visible columns, in their order. */
  readonly columns: readonly TableColumn[];
  readonly density: 'comfortable' | 'compact';
}

/** The columns until a person chooses others. */
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

/** The layout in the address, completed by the remembered one. */
export function readLayout(params: URLSearchParams, stored: string | null): ListLayout {
  const remembered = new URLSearchParams(stored ?? '');
  const value = (name: string) => params.get(name) ?? remembered.get(name);
  return {
    layout: layouts.find((one) => one === value('layout')) ?? usual.layout,
    columns: readColumns(value('columns')) ?? usual.columns,
    density: value('density') === 'compact' ? 'compact' : usual.density,
  };
}

/** Columns as the address has them; null where they make no sense. */
export function readColumns(text: string | null): readonly TableColumn[] | null {
  const keys = (text ?? '').split(',');
  const known = tableColumns.filter((key) => keys.includes(key));
  if (known.length === 0 || new Set(keys).size < keys.length || known.length < keys.length) return null;
  return known.toSorted((one, other) => keys.indexOf(one) - keys.indexOf(other));
}

/** Writes a layout into the address: which it is, and of a table what is not usual. */
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
    // The remembered value may differ: then the default must be in the address too.
    if (layout === 'cards') next.delete(name);
    else if (value === standard && !next.has(name)) next.delete(name);
    else next.set(name, value);
  }
}

/** All columns: the visible ones in their order, then the others as they are declared. */
export function allColumns(shown: readonly TableColumn[]): readonly TableColumn[] {
  return [...shown, ...tableColumns.filter((key) => !shown.includes(key))];
}

/** The columns with one shown at the end, or hidden; the name of the applicant stays. */
export function withColumn(
  columns: readonly TableColumn[],
  key: TableColumn,
  shown: boolean,
): readonly TableColumn[] {
  if (!shown && key === 'name') return columns;
  const others = columns.filter((one) => one !== key);
  return shown ? [...others, key] : others;
}

/** The columns with one moved by a place; as they were where it is at the end. */
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
