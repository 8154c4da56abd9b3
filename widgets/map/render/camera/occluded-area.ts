import type { OccludedArea, Point, Size } from './camera.ts';

/** A box on the map, in pixels from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The possible areas to keep free of shapes, so that neither toolbar nor panels cover them; best first. */
export function occludedAreas(root: HTMLElement | null): readonly OccludedArea[] {
  const picture = root?.querySelector('.km-stage')?.getBoundingClientRect();
  if (!root || !picture) return [];
  const panels = [...root.querySelectorAll('.km-toolbar, .km-panels .km-panel')]
    .map((panel) => panel.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - picture.left,
      top: top - picture.top,
      right: right - picture.left,
      bottom: bottom - picture.top,
    }));
  return occlusionsAround(picture, panels);
}

/** Each panel can be avoided horizontally or vertically: everything between it and that edge is given up. */
export function occlusionsAround(picture: Size, panels: readonly Box[]): readonly OccludedArea[] {
  let ways: readonly OccludedArea[] = [{ top: 0, right: 0, bottom: 0, left: 0 }];
  for (const panel of panels) {
    const below = picture.height - panel.bottom < panel.top;
    const onRight = picture.width - panel.right < panel.left;
    ways = ways.flatMap((way) => [
      below
        ? { ...way, bottom: Math.max(way.bottom, picture.height - panel.top) }
        : { ...way, top: Math.max(way.top, panel.bottom) },
      onRight
        ? { ...way, right: Math.max(way.right, picture.width - panel.left) }
        : { ...way, left: Math.max(way.left, panel.right) },
    ]);
  }
  return ways.toSorted((one, other) => freeArea(picture, other) - freeArea(picture, one));
}

/** The distance to a panel at which a handle is completely visible, in pixels. */
const gap = 16;

/**
 * The shortest move that uncovers a box behind panels; null if it does not fit beside them, or is not
 * completely on screen: then the user is viewing a part of it.
 */
export function shortestMove(box: Box, { width, height }: Size, ways: readonly OccludedArea[]): Point | null {
  if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height) return null;
  let least: Point | null = null;
  for (const { top, right, bottom, left } of ways) {
    const x = moveInto(box.left, box.right, left, width - right, width);
    const y = moveInto(box.top, box.bottom, top, height - bottom, height);
    if (x === null || y === null) continue;
    if (!least || Math.hypot(x, y) < Math.hypot(least.x, least.y)) least = { x, y };
  }
  return least;
}

/** How far an interval must move to be inside the free part of a side; the map's edges need no gap. */
function moveInto(from: number, to: number, freeFrom: number, freeTo: number, side: number): number | null {
  const first = freeFrom > 0 ? freeFrom + gap : 0;
  const last = freeTo < side ? freeTo - gap : side;
  if (to - from > last - first) return null;
  return Math.max(first - from, 0) + Math.min(last - to, 0);
}

function freeArea({ width, height }: Size, { top, right, bottom, left }: OccludedArea): number {
  return Math.max(0, width - left - right) * Math.max(0, height - top - bottom);
}
