import type { Column } from '#kernel/client/ui/data/table-model.ts';

/** A column of a list of records. */
export interface RecordColumn<Row> extends Column<Row> {
  /** Always there, such as the name. */
  readonly fixed?: boolean | undefined;
  /** There only when a user wants it. */
  readonly optional?: boolean | undefined;
  /** There where the window is so wide, in px, or a user wants it; cards on a phone have room for it. */
  readonly minWidth?: number | undefined;
}

/** How a user likes to see a list. */
export interface ListView {
  readonly density: 'comfortable' | 'compact';
  /** Whether a column is there, where it is not as the list would have it. */
  readonly columns: Readonly<Record<string, boolean>>;
}

/** As a list is until a user changes it. */
export const plainView: ListView = { density: 'comfortable', columns: {} };

/** Whether a column is in sight. */
export function isShown<Row>(column: RecordColumn<Row>, view: ListView, room: number): boolean {
  return column.fixed === true || (view.columns[column.key] ?? isUsual(column, room));
}

/** The view with a column shown or hidden; what is as the list would have it is not remembered. */
export function withColumn<Row>(
  view: ListView,
  column: RecordColumn<Row>,
  shown: boolean,
  room: number,
): ListView {
  const { [column.key]: _before, ...others } = view.columns;
  return { ...view, columns: shown === isUsual(column, room) ? others : { ...others, [column.key]: shown } };
}

function isUsual<Row>({ optional, minWidth }: RecordColumn<Row>, room: number): boolean {
  return optional !== true && room >= (minWidth ?? 0);
}

/** Reads a kept view; what is no view is the plain one. */
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

/** Whether anything is not as the list would have it. */
export function isPlain({ density, columns }: ListView): boolean {
  return density === plainView.density && Object.keys(columns).length === 0;
}
