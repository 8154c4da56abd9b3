import { countVertices, type PolygonShape } from '../../model/index.ts';

/** Some of the polygons of a map, drawn by one layer. */
export interface Block {
  /** Stays the same when the polygons change. */
  readonly key: number;
  readonly polygons: readonly PolygonShape[];
}

/** The size, in vertices, at which a block ends; deck.gl takes a few frames to process it. */
export const targetBlockVertices = 20_000;

/** A block that grows vertex by vertex is not divided immediately. */
export const maxBlockVertices = targetBlockVertices * 1.5;

/**
 * Divides polygons into blocks and reuses unchanged ones, so that changing one of fifty thousand polygons affects only its
 * own block.
 */
export function updateBlocks(polygons: readonly PolygonShape[], before: readonly Block[]): readonly Block[] {
  let head = 0;
  let from = 0;
  while (head < before.length && holds(polygons, from, before[head] as Block)) {
    from += (before[head] as Block).polygons.length;
    head += 1;
  }
  let tail = before.length;
  let to = polygons.length;
  while (tail > head) {
    const block = before[tail - 1] as Block;
    if (to - block.polygons.length < from || !holds(polygons, to - block.polygons.length, block)) break;
    to -= block.polygons.length;
    tail -= 1;
  }
  // Polygons added one by one join the previous block while it has space.
  let weight = vertexCount(polygons.slice(from, to));
  while (head > 0 && vertexCount(before[head - 1]?.polygons) + weight <= targetBlockVertices) {
    head -= 1;
    weight += vertexCount(before[head]?.polygons);
    from -= (before[head] as Block).polygons.length;
  }
  const free = before.slice(head, tail).map(({ key }) => key);
  let next = 1 + before.reduce((max, { key }) => Math.max(max, key), -1);
  const middle = cut(polygons.slice(from, to), weight).map((some) => {
    const key = free.shift() ?? next;
    if (key === next) next += 1;
    return { key, polygons: some };
  });
  return [...before.slice(0, head), ...middle, ...before.slice(tail)];
}

function holds(polygons: readonly PolygonShape[], from: number, block: Block): boolean {
  if (from + block.polygons.length > polygons.length) return false;
  return block.polygons.every((polygon, index) => polygon === polygons[from + index]);
}

/** The number of vertices of some polygons. */
export function vertexCount(polygons: readonly PolygonShape[] = []): number {
  let corners = 0;
  for (const polygon of polygons) corners += countVertices(polygon);
  return corners;
}

function cut(polygons: readonly PolygonShape[], weight: number): readonly (readonly PolygonShape[])[] {
  if (polygons.length > 0 && weight <= maxBlockVertices) return [polygons];
  const blocks: PolygonShape[][] = [];
  let corners = Infinity;
  for (const polygon of polygons) {
    if (corners + countVertices(polygon) > targetBlockVertices) {
      blocks.push([]);
      corners = 0;
    }
    blocks.at(-1)?.push(polygon);
    corners += countVertices(polygon);
  }
  return blocks;
}
