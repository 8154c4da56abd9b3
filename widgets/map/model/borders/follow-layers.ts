/**
 * The layers of a division for updating the areas around a changed one: its old border, its new one, then its
 * neighbours.
 */
export const layer = { before: 0, after: 1, neighbors: 2 } as const;

/** Whether the changed area gains a place. */
export function isGained(layers: readonly number[]): boolean {
  return layers.includes(layer.after) && !layers.includes(layer.before);
}

/** Whether a place belonged only to the changed area, and is lost now. */
export function isLost(layers: readonly number[]): boolean {
  return layers.length === 1 && layers[0] === layer.before;
}
