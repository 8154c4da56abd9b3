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
import { markerRadius } from '../canvas/layers.ts';
import { ensureContrast } from '../canvas/contrast.ts';
import { drawNeighbors } from './draw-neighbors.ts';
import type { Interaction, InteractionRenderer } from './painter.ts';
import {
  CanvasPen,
  closedPath,
  cssOf,
  type HandleStyle,
  type OverlayCanvas,
  type PixelPath,
} from '../canvas/canvas-pen.ts';
import { drawStill, dropStill } from './still-image.ts';

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
  if (neighbors.length > 0) {
    drawStill(target, pen, {
      part: 'neighbors',
      key: [neighbors, backgrounds],
      draw: (still) => drawNeighbors(still, neighbors, backgrounds),
    });
  }
  if (interaction?.kind !== 'ring') dropStill(target, 'edited');
  if (interaction?.kind === 'marker') drawDraggedMarker(pen, interaction);
  if (interaction?.kind === 'preview') drawPreview(pen, interaction.outlines);
  if (tool.name === 'drawing')
    drawUnfinished(pen, tool, interaction?.kind === 'pointer' ? interaction : null);
  if (tool.name !== 'editing' || !edited) return;
  const visible = { ...edited, color: ensureContrast(edited.color, backgrounds) };
  if (interaction?.kind === 'ring') drawDraggedVertex(target, pen, { color: visible.color, ...interaction });
  else drawEditedPolygon(pen, state, visible, tool.vertex);
};

/** Draws a dragged marker with the ring of a selected one. */
function drawDraggedMarker(
  pen: CanvasPen,
  { at, shape }: Extract<Interaction, { readonly kind: 'marker' }>,
): void {
  const place = pen.project(at);
  pen.handle(place, { radius: markerRadius + 5, fill: 'transparent', rim: accentColor });
  pen.handle(place, { radius: markerRadius + 2, fill: cssOf(shape.color), rim: white });
}

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
      drawHandles(pen, midpointsOf(pen, ring), { radius: 4, fill: cssOf(white, 0.75), rim });
  }
  for (const path of paths) drawHandles(pen, path, vertexStyle(polygon, color));
  for (const { at } of intersections)
    pen.handle(pen.project(at), { radius: 5, fill: faultColor, rim: white });
  const current = vertex === null ? undefined : vertexAt(polygon, vertex);
  if (current) pen.handle(pen.project(current), { radius: 8, fill: accentColor, rim: white });
}

/** A corner that is dragged, and the area around it. */
interface MovedCorner {
  readonly outline: Outline;
  readonly vertex: number;
  readonly color: string;
}

/**
 * While a vertex is dragged, neither intersections nor midpoints are drawn: they would be outdated. Only its
 * two edges are drawn in each frame, and the area.
 */
function drawDraggedVertex(
  target: OverlayCanvas,
  pen: CanvasPen,
  {
    color,
    outline,
    vertex,
    at,
    others,
    snaps,
  }: Extract<Interaction, { readonly kind: 'ring' }> & MovedCorner,
): void {
  const corners = [
    ...others.map((other) => ({ outline: other.polygon, vertex: other.vertex, color: accentColor })),
    { outline, vertex, color },
  ] as const;
  pen.area(pathsWith(pen, outline, vertex, at), color, { ...area, stroke: 0 });
  for (const corner of corners) pen.line(movedEdges(pen, corner, at), corner.color, area.stroke);
  drawStill(target, pen, {
    part: 'edited',
    key: [outline, vertex, others, color],
    draw(still) {
      for (const corner of corners) {
        for (const path of stillPaths(still, corner)) still.line(path, corner.color, area.stroke);
      }
      const from = vertexAt(outline, vertex);
      const dragged = from && still.project(from);
      for (const ring of ringsOf(outline))
        drawHandles(still, still.path(worldRing(ring)), vertexStyle(outline, color), dragged ?? undefined);
    },
  });
  if (snaps) pen.handle(pen.project(at), { radius: 11, fill: cssOf(snapColor, 0.35), rim: snapColor });
  pen.handle(pen.project(at), { radius: 8, fill: accentColor, rim: white });
}

/** The two edges of a dragged corner. */
function movedEdges(pen: CanvasPen, { outline, vertex }: MovedCorner, at: LatLng): PixelPath {
  const ends = ringsOf(outline).flatMap((ring, index) => {
    const corner = vertex - firstVertexOf(outline, index);
    const isMoved = corner >= 0 && corner < ring.length;
    return isMoved ? [ring.at(corner - 1) ?? at, at, ring[(corner + 1) % ring.length] ?? at] : [];
  });
  return ends.flatMap((position) => pen.project(position));
}

/** The outline around a dragged corner, without its two edges. */
function stillPaths(pen: CanvasPen, { outline, vertex }: MovedCorner): readonly PixelPath[] {
  return ringsOf(outline).map((ring, index) => {
    const corner = vertex - firstVertexOf(outline, index);
    const isMoved = corner >= 0 && corner < ring.length;
    return isMoved
      ? pen.path(worldRing([...ring.slice(corner + 1), ...ring.slice(0, corner)]))
      : closedPath(pen.path(worldRing(ring)));
  });
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
    drawHandles(pen, path, { radius: 3, fill: white, rim: snapColor });
  }
}

/** The handles of vertices; those of many vertices are small. */
function vertexStyle(outline: Outline, color: string): HandleStyle {
  return { radius: countVertices(outline) > maxHandles ? 3 : 6, fill: white, rim: cssOf(color) };
}

/** Draws handles along a path, only one of those that would overlap; that of a dragged vertex is missing. */
function drawHandles(pen: CanvasPen, path: PixelPath, style: HandleStyle, dragged?: PixelPath): void {
  const { radius } = style;
  let [lastX, lastY] = [Infinity, Infinity];
  for (let at = 0; at < path.length; at += 2) {
    const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0];
    if (!pen.isVisible([x - radius, y - radius, x + radius, y + radius])) continue;
    if (Math.abs(x - lastX) < radius && Math.abs(y - lastY) < radius) continue;
    if (x !== dragged?.[0] || y !== dragged[1]) pen.handle([x, y], style);
    [lastX, lastY] = [x, y];
  }
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
  drawHandles(pen, path, { radius: 5, fill: white, rim: accentColor });
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
