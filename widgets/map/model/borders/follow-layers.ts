/** The layers of a division in which the areas around one follow its border: before, after, then its neighbours. */
export const layer = { before: 0, after: 1, neighbors: 2 } as const;

/** Whether a place has become the area's. */
export function isGained(layers: readonly number[]): boolean {
  return layers.includes(layer.after) && !layers.includes(layer.before);
}

/** Whether a place was the area's alone, and is no more. */
export function isLost(layers: readonly number[]): boolean {
  return layers.length === 1 && layers[0] === layer.before;
}
