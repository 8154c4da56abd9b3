interface Selectable {
  readonly id: number;
}

/** The chosen records, by id. */
export type Chosen<Item> = ReadonlyMap<number, Item>;

/** After a press on the box of a row: it turns, and with `from` all rows between become as it is. */
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
  return chosen.has(pressed.id) ? without(chosen, between) : withAll(chosen, between);
}

/** After a press on the box of the head: all rows of the page, or, where they all are already, none of them. */
export function afterPressOnAll<Item extends Selectable>(
  chosen: Chosen<Item>,
  rows: readonly Item[],
): Chosen<Item> {
  return rows.every(({ id }) => chosen.has(id)) ? without(chosen, rows) : withAll(chosen, rows);
}

/** The chosen ones without these. */
export function without<Item extends Selectable>(chosen: Chosen<Item>, rows: readonly Item[]): Chosen<Item> {
  const gone = new Set(rows.map(({ id }) => id));
  return new Map([...chosen].filter(([id]) => !gone.has(id)));
}

function withAll<Item extends Selectable>(chosen: Chosen<Item>, rows: readonly Item[]): Chosen<Item> {
  return new Map([...chosen, ...rows.map((row) => [row.id, row] as const)]);
}
