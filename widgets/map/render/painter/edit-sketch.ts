import { worldRing } from '../../model/geometry/mercator.ts';
import { pixelsBetween, sameId, type LatLng, type MapState, type PolygonShape } from '../../model/index.ts';
import { areaLooks } from '../polygons/area-styles.ts';
import { seenOn } from '../canvas/contrast.ts';
import type { Hot } from './painter.ts';
import type { Sheet } from '../canvas/overlay-canvas.ts';
import { Brush, cssOf, type Way } from '../canvas/canvas-pen.ts';

const white = '#ffffff';
const accent = '#0b7480';
const danger = '#d61f2c';

/** Shorter edges have no handle in their middle. */
export const shortestEdge = 36;
/** Of so many corners none has one: the picture would be all handles. */
const mostHandles = 400;

const area = { opacity: areaLooks.tinted.fillOpacity, stroke: areaLooks.tinted.stroke };

/** What only an editor shows: the polygon in the hand with its handles, the one being drawn, a carried marker. */
export function editSketch(sheet: Sheet, state: MapState, hot: Hot | null, grounds: readonly string[]): void {
  const { tool, shapes } = state;
  const held = tool.name === 'editing' ? shapes.polygons.find(({ id }) => sameId(id, tool.id)) : undefined;
  if (!held && tool.name !== 'drawing' && hot?.kind !== 'marker' && sheet.canvas.width === 0) return;
  const brush = Brush.on(sheet);
  if (!brush) return;
  if (hot?.kind === 'marker') brush.marker(hot.at, hot.shape.color);
  if (tool.name === 'drawing') sketchDraft(brush, tool.points, hot?.kind === 'pointer' ? hot.at : null);
  if (tool.name !== 'editing' || !held) return;
  const seen = { ...held, color: seenOn(held.color, grounds) };
  if (hot?.kind === 'ring') sketchMoved(brush, seen, hot);
  else sketchHeld(brush, state, seen, tool.vertex);
}

function sketchHeld(brush: Brush, state: MapState, polygon: PolygonShape, vertex: number | null): void {
  const { coords, color } = polygon;
  const way = brush.way(worldRing(coords));
  brush.area(way, color, area);
  const crossings = state.problems.get(String(polygon.id))?.crossings ?? [];
  for (const edge of new Set(crossings.flatMap(({ edges }) => edges))) {
    brush.line(
      edgeOf(coords, edge).flatMap((place) => brush.at(place)),
      danger,
      4,
    );
  }
  const rim = cssOf(color);
  if (coords.length <= mostHandles) {
    brush.dots(middlesOf(brush, coords), { radius: 4, fill: cssOf(white, 0.75), rim });
  }
  sketchCorners(brush, way, coords.length, rim);
  for (const { at } of crossings) brush.dot(brush.at(at), { radius: 5, fill: danger, rim: white });
  const current = vertex === null ? undefined : coords[vertex];
  if (current) brush.dot(brush.at(current), { radius: 8, fill: accent, rim: white });
}

/** While a corner is dragged, the crossings and the middles of before mean nothing. */
function sketchMoved(
  brush: Brush,
  { color }: PolygonShape,
  { coords, vertex, at }: Extract<Hot, { readonly kind: 'ring' }>,
): void {
  const way = brush.way(worldRing(coords), { vertex, at });
  brush.area(way, color, area);
  sketchCorners(brush, way, coords.length, cssOf(color));
  brush.dot(brush.at(at), { radius: 8, fill: accent, rim: white });
}

function sketchCorners(brush: Brush, way: Way, count: number, rim: string): void {
  brush.dots(way, { radius: count > mostHandles ? 3 : 6, fill: white, rim });
}

function sketchDraft(brush: Brush, points: readonly LatLng[], pointer: LatLng | null): void {
  const way = points.flatMap((place) => brush.at(place));
  const line = pointer ? [...way, ...brush.at(pointer)] : way;
  if (line.length >= 6) brush.area(line, accent, { ...area, stroke: 0 });
  if (line.length >= 4) brush.line(line, accent, 2);
  brush.dots(way, { radius: 5, fill: white, rim: accent });
  const [first] = points;
  if (first && points.length >= 3) brush.dot(brush.at(first), { radius: 8, fill: accent, rim: white });
}

function edgeOf(coords: readonly LatLng[], edge: number): readonly LatLng[] {
  const [from, to] = [coords[edge], coords[(edge + 1) % coords.length]];
  return from && to ? [from, to] : [];
}

/** Whether an edge is long enough on the screen for a handle in its middle. */
export function hasMiddle(coords: readonly LatLng[], edge: number, zoom: number): boolean {
  const [from, to] = edgeOf(coords, edge);
  return from !== undefined && to !== undefined && pixelsBetween(from, to, zoom) >= shortestEdge;
}

function middlesOf(brush: Brush, coords: readonly LatLng[]): Way {
  const corners = coords.map((place) => brush.at(place));
  return corners.flatMap(([x, y], edge) => {
    const [nextX, nextY] = corners[(edge + 1) % corners.length] ?? [x, y];
    if (Math.hypot(nextX - x, nextY - y) < shortestEdge) return [];
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
}
