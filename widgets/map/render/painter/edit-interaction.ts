import { worldRing } from '../../model/geometry/mercator.ts';
import {
  accentColor,
  countVertices,
  edgeEnds,
  faultColor,
  firstVertexOf,
  pixelsBetween,
  polygonOf,
  ringsOf,
  snapColor,
  vertexAt,
  type DrawingTool,
  type LatLng,
  type MapState,
  type Outline,
  type PolygonShape,
} from '../../model/index.ts';
import { areaStyles } from '../polygons/area-styles.ts';
import { ensureContrast } from '../canvas/contrast.ts';
import { drawNeighbors } from './draw-neighbors.ts';
import type { Interaction, InteractionRenderer } from './painter.ts';
import { CanvasPen, closedPath, cssOf, type PixelPath } from '../canvas/canvas-pen.ts';

const white = '#ffffff';

/** The length, in pixels, below which edges have no midpoint handle. */
const minEdgePixels = 36;
/** Polygons with more vertices have no midpoint handles. */
const maxHandles = 400;

const area = { opacity: areaStyles.tinted.fillOpacity, stroke: areaStyles.tinted.stroke };

/** Draws the editor's content: the edited polygon with its handles, the one being drawn, a dragged marker. */
export const drawEditInteraction: InteractionRenderer = (
  target,
  state,
  interaction,
  backgrounds,
  neighbors,
) => {
  const { tool, shapes } = state;
  const edited = tool.name === 'editing' ? polygonOf(shapes, tool.id) : null;
  const isShown = interaction?.kind === 'marker' || interaction?.kind === 'preview' || neighbors.length > 0;
  if (!edited && tool.name !== 'drawing' && !isShown && target.canvas.width === 0) return;
  const pen = CanvasPen.create(target);
  if (!pen) return;
  drawNeighbors(pen, neighbors, backgrounds);
  if (interaction?.kind === 'marker') pen.marker(interaction.at, interaction.shape.color);
  if (interaction?.kind === 'preview') drawPreview(pen, interaction.outlines);
  if (tool.name === 'drawing')
    drawUnfinished(pen, tool, interaction?.kind === 'pointer' ? interaction : null);
  if (tool.name !== 'editing' || !edited) return;
  const visible = { ...edited, color: ensureContrast(edited.color, backgrounds) };
  if (interaction?.kind === 'ring') drawDraggedVertex(pen, visible, interaction);
  else drawEditedPolygon(pen, state, visible, tool.vertex);
};

function drawEditedPolygon(
  pen: CanvasPen,
  state: MapState,
  polygon: PolygonShape,
  vertex: number | null,
): void {
  const { color } = polygon;
  const rings = ringsOf(polygon);
  const count = countVertices(polygon);
  const paths = rings.map((ring) => pen.path(worldRing(ring)));
  pen.area(paths, color, area);
  const intersections = state.problems.get(String(polygon.id))?.intersections ?? [];
  for (const edge of new Set(intersections.flatMap(({ edges }) => edges))) {
    pen.line(
      (edgeEnds(polygon, edge) ?? []).flatMap((position) => pen.project(position)),
      faultColor,
      4,
    );
  }
  const rim = cssOf(color);
  if (count <= maxHandles) {
    for (const ring of rings)
      pen.handles(midpointsOf(pen, ring), { radius: 4, fill: cssOf(white, 0.75), rim });
  }
  drawVertices(pen, paths, count, rim);
  for (const { at } of intersections)
    pen.handle(pen.project(at), { radius: 5, fill: faultColor, rim: white });
  const current = vertex === null ? undefined : vertexAt(polygon, vertex);
  if (current) pen.handle(pen.project(current), { radius: 8, fill: accentColor, rim: white });
}

/** While a vertex is dragged, neither intersections nor midpoints are drawn: they would be outdated. */
function drawDraggedVertex(
  pen: CanvasPen,
  { color }: PolygonShape,
  { outline, vertex, at, others, snaps }: Extract<Interaction, { readonly kind: 'ring' }>,
): void {
  for (const { polygon, vertex: corner } of others) {
    for (const path of pathsWith(pen, polygon, corner, at)) pen.line(closedPath(path), accentColor, 2);
  }
  const paths = pathsWith(pen, outline, vertex, at);
  pen.area(paths, color, area);
  drawVertices(pen, paths, countVertices(outline), cssOf(color));
  if (snaps) pen.handle(pen.project(at), { radius: 11, fill: cssOf(snapColor, 0.35), rim: snapColor });
  pen.handle(pen.project(at), { radius: 8, fill: accentColor, rim: white });
}

/** The rings of an outline with one corner moved. */
function pathsWith(pen: CanvasPen, outline: Outline, vertex: number, at: LatLng): readonly PixelPath[] {
  return ringsOf(outline).map((ring, index) =>
    pen.path(worldRing(ring), { vertex: vertex - firstVertexOf(outline, index), at }),
  );
}

function drawPreview(pen: CanvasPen, outlines: readonly Outline[]): void {
  for (const ring of outlines.flatMap(ringsOf)) {
    const path = pen.path(worldRing(ring));
    pen.line(closedPath(path), snapColor, 2);
    pen.handles(path, { radius: 3, fill: white, rim: snapColor });
  }
}

function drawVertices(pen: CanvasPen, paths: readonly PixelPath[], count: number, rim: string): void {
  for (const path of paths) pen.handles(path, { radius: count > maxHandles ? 3 : 6, fill: white, rim });
}

/** Draws the unfinished drawing: a ring is filled, a line is not. */
function drawUnfinished(
  pen: CanvasPen,
  { points, purpose }: DrawingTool,
  pointer: { readonly at: LatLng; readonly snaps: boolean } | null,
): void {
  const isRing = purpose !== 'split' && purpose !== 'measure';
  const path = points.flatMap((position) => pen.project(position));
  const line = pointer ? [...path, ...pen.project(pointer.at)] : path;
  if (line.length >= 6 && purpose !== 'split') pen.area([line], accentColor, { ...area, stroke: 0 });
  if (line.length >= 4) pen.line(line, accentColor, 2);
  pen.handles(path, { radius: 5, fill: white, rim: accentColor });
  const [first] = points;
  if (first && isRing && points.length >= 3)
    pen.handle(pen.project(first), { radius: 8, fill: accentColor, rim: white });
  if (pointer?.snaps)
    pen.handle(pen.project(pointer.at), { radius: 9, fill: cssOf(snapColor, 0.35), rim: snapColor });
}

/** Whether an edge is long enough on screen for a midpoint handle. */
export function hasMidpoint(outline: Outline, edge: number, zoom: number): boolean {
  const [from, to] = edgeEnds(outline, edge) ?? [];
  return from !== undefined && to !== undefined && pixelsBetween(from, to, zoom) >= minEdgePixels;
}

function midpointsOf(pen: CanvasPen, coords: readonly LatLng[]): PixelPath {
  const corners = coords.map((position) => pen.project(position));
  return corners.flatMap(([x, y], edge) => {
    const [nextX, nextY] = corners[(edge + 1) % corners.length] ?? [x, y];
    if (Math.hypot(nextX - x, nextY - y) < minEdgePixels) return [];
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
}
