import { requiredIds, type Manifest } from './manifest.ts';

/** Sorts plugins so that each follows those that it requires. */
export function sortByRequirements<Item extends { readonly manifest: Manifest }>(
  items: readonly Item[],
): Item[] {
  const byId = new Map(items.map((item) => [item.manifest.id, item]));
  const ordered = new Set<Item>();
  function visit(item: Item): void {
    if (ordered.has(item)) return;
    for (const id of requiredIds(item.manifest)) {
      const required = byId.get(id);
      if (required) visit(required);
    }
    ordered.add(item);
  }
  for (const item of items) visit(item);
  return [...ordered];
}
