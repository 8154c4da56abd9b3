import type { Column } from '#kernel/client/ui/data/table-model.ts';

/** A column of a list of records. */
export interface RecordColumn<Row> extends Column<Row> {
  /** Always shown, such as the name. */
  readonly fixed?: boolean | undefined;
  /** Shown only if the user chooses it. */
  readonly optional?: boolean | undefined;
  /** The window width in px from which it is shown, unless the user chooses it; cards on a phone always show it. */
  readonly minWidth?: number | undefined;
}

/** A user's view settings for a list. */
export interface ListView {
  readonly density: 'comfortable' | 'compact';
  /** Whether a column is shown, for columns that differ from the list's default. */
  readonly columns: Readonly<Record<string, boolean>>;
}

/** The default view. */
export const plainView: ListView = { density: 'comfortable', columns: {} };

export function isShown<Row>(column: RecordColumn<Row>, view: ListView, width: number): boolean {
  return column.fixed === true || (view.columns[column.key] ?? isUsual(column, width));
}

/** The view with a column shown or hidden; stores only differences from the default. */
export function withColumn<Row>(
  view: ListView,
  column: RecordColumn<Row>,
  shown: boolean,
  width: number,
): ListView {
  const { [column.key]: _before, ...others } = view.columns;
  return { ...view, columns: shown === isUsual(column, width) ? others : { ...others, [column.key]: shown } };
}

function isUsual<Row>({ optional, minWidth }: RecordColumn<Row>, width: number): boolean {
  return optional !== true && width >= (minWidth ?? 0);
}

/** Parses a stored view; an invalid text gives the default view. */
export function readView(text: string | null): ListView {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<ListView> | null;
    const columns = Object.entries(stored?.columns ?? {}).filter(([, shown]) => typeof shown === 'boolean');
    return {
      density: stored?.density === 'compact' ? 'compact' : 'comfortable',
      columns: Object.fromEntries(columns),
    };
  } catch {
    return plainView;
  }
}

/** Whether a view is the default one. */
export function isPlain({ density, columns }: ListView): boolean {
  return density === plainView.density && Object.keys(columns).length === 0;
}
