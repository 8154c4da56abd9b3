interface Selectable {
  readonly id: number;
}

/** The selected records, by id. */
export type Chosen<Item> = ReadonlyMap<number, Item>;

/**
 * The selection after a click on a row's checkbox: the row is toggled, and with `from` all rows in between get the same
 * state.
 */
export function afterPress<Item extends Selectable>(
  chosen: Chosen<Item>,
  rows: readonly Item[],
  index: number,
  from: number | null,
): Chosen<Item> {
  const pressed = rows[index];
  if (!pressed) return chosen;
  const start = from === null ? -1 : rows.findIndex(({ id }) => id === from);
  const other = start < 0 ? index : start;
  const between = rows.slice(Math.min(index, other), Math.max(index, other) + 1);
  return chosen.has(pressed.id) ? deselect(chosen, between) : withAll(chosen, between);
}

/** The selection after a click on the header's checkbox: all rows of the page, or none of them if all were selected. */
export function afterPressOnAll<Item extends Selectable>(
  chosen: Chosen<Item>,
  rows: readonly Item[],
): Chosen<Item> {
  return rows.every(({ id }) => chosen.has(id)) ? deselect(chosen, rows) : withAll(chosen, rows);
}

/** The selection without these records. */
export function deselect<Item extends Selectable>(chosen: Chosen<Item>, rows: readonly Item[]): Chosen<Item> {
  const gone = new Set(rows.map(({ id }) => id));
  return new Map([...chosen].filter(([id]) => !gone.has(id)));
}

function withAll<Item extends Selectable>(chosen: Chosen<Item>, rows: readonly Item[]): Chosen<Item> {
  return new Map([...chosen, ...rows.map((row) => [row.id, row] as const)]);
}
