import { worldRing } from '../../model/geometry/mercator.ts';
import { pixelsBetween, sameId, type LatLng, type MapState, type PolygonShape } from '../../model/index.ts';
import { areaStyles } from '../polygons/area-styles.ts';
import { ensureContrast } from '../canvas/contrast.ts';
import type { Interaction } from './painter.ts';
import type { OverlayCanvas } from '../canvas/overlay-canvas.ts';
import { CanvasPen, cssOf, type PixelPath } from '../canvas/canvas-pen.ts';

const white = '#ffffff';
const accent = '#0b7480';
const danger = '#d61f2c';

/** Shorter edges have no handle in their middle. */
export const minEdgePixels = 36;
/** Of so many corners none has one: the picture would be all handles. */
const maxHandles = 400;

const area = { opacity: areaStyles.tinted.fillOpacity, stroke: areaStyles.tinted.stroke };

/** What only an editor shows: the polygon in the hand with its handles, the one being drawn, a carried marker. */
export function drawEditInteraction(
  sheet: OverlayCanvas,
  state: MapState,
  hot: Interaction | null,
  backgrounds: readonly string[],
): void {
  const { tool, shapes } = state;
  const held = tool.name === 'editing' ? shapes.polygons.find(({ id }) => sameId(id, tool.id)) : undefined;
  if (!held && tool.name !== 'drawing' && hot?.kind !== 'marker' && sheet.canvas.width === 0) return;
  const brush = CanvasPen.on(sheet);
  if (!brush) return;
  if (hot?.kind === 'marker') brush.marker(hot.at, hot.shape.color);
  if (tool.name === 'drawing')
    drawUnfinishedPolygon(brush, tool.points, hot?.kind === 'pointer' ? hot.at : null);
  if (tool.name !== 'editing' || !held) return;
  const seen = { ...held, color: ensureContrast(held.color, backgrounds) };
  if (hot?.kind === 'ring') drawDraggedVertex(brush, seen, hot);
  else drawEditedPolygon(brush, state, seen, tool.vertex);
}

function drawEditedPolygon(
  brush: CanvasPen,
  state: MapState,
  polygon: PolygonShape,
  vertex: number | null,
): void {
  const { coords, color } = polygon;
  const way = brush.way(worldRing(coords));
  brush.area(way, color, area);
  const crossings = state.problems.get(String(polygon.id))?.intersections ?? [];
  for (const edge of new Set(crossings.flatMap(({ edges }) => edges))) {
    brush.line(
      edgeOf(coords, edge).flatMap((place) => brush.at(place)),
      danger,
      4,
    );
  }
  const rim = cssOf(color);
  if (coords.length <= maxHandles) {
    brush.dots(midpointsOf(brush, coords), { radius: 4, fill: cssOf(white, 0.75), rim });
  }
  drawVertices(brush, way, coords.length, rim);
  for (const { at } of crossings) brush.dot(brush.at(at), { radius: 5, fill: danger, rim: white });
  const current = vertex === null ? undefined : coords[vertex];
  if (current) brush.dot(brush.at(current), { radius: 8, fill: accent, rim: white });
}

/** While a corner is dragged, the crossings and the middles of before mean nothing. */
function drawDraggedVertex(
  brush: CanvasPen,
  { color }: PolygonShape,
  { coords, vertex, at }: Extract<Interaction, { readonly kind: 'ring' }>,
): void {
  const way = brush.way(worldRing(coords), { vertex, at });
  brush.area(way, color, area);
  drawVertices(brush, way, coords.length, cssOf(color));
  brush.dot(brush.at(at), { radius: 8, fill: accent, rim: white });
}

function drawVertices(brush: CanvasPen, way: PixelPath, count: number, rim: string): void {
  brush.dots(way, { radius: count > maxHandles ? 3 : 6, fill: white, rim });
}

function drawUnfinishedPolygon(brush: CanvasPen, points: readonly LatLng[], pointer: LatLng | null): void {
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
export function hasMidpoint(coords: readonly LatLng[], edge: number, zoom: number): boolean {
  const [from, to] = edgeOf(coords, edge);
  return from !== undefined && to !== undefined && pixelsBetween(from, to, zoom) >= minEdgePixels;
}

function midpointsOf(brush: CanvasPen, coords: readonly LatLng[]): PixelPath {
  const corners = coords.map((place) => brush.at(place));
  return corners.flatMap(([x, y], edge) => {
    const [nextX, nextY] = corners[(edge + 1) % corners.length] ?? [x, y];
    if (Math.hypot(nextX - x, nextY - y) < minEdgePixels) return [];
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
}
