import { outlineBounds } from '../../model/borders/shared-corners.ts';
import { worldRing } from '../../model/geometry/mercator.ts';
import { accentColor, inkColor, latLng, ringsOf, type LatLng, type Outline } from '../../model/index.ts';
import { CanvasPen, closedPath, cssOf, type OverlayCanvas, type PixelPath } from '../canvas/canvas-pen.ts';
import { ensureContrast, isDarkBackground } from '../canvas/contrast.ts';
import { markerRadius } from '../canvas/layers.ts';
import type { Scene } from '../painter/painter.ts';
import { areaStyles } from '../polygons/area-styles.ts';
import type { Dots } from './dots.ts';

const white = '#ffffff';

/** Draws the content of a map on a 2D canvas, like the layers with WebGL; redraws the whole canvas. */
export function drawScene(target: OverlayCanvas, scene: Scene, overlay: readonly Dots[]): void {
  const pen = CanvasPen.create(target);
  if (!pen) return;
  drawAreas(pen, scene);
  if (scene.selectedPolygon) drawSelected(pen, scene.selectedPolygon, scene.backgrounds);
  for (const { coords, color } of scene.markers)
    drawDot(pen, target, coords, { radius: markerRadius, fill: cssOf(color), rim: white });
  if (scene.selectedMarker)
    drawDot(pen, target, scene.selectedMarker, {
      radius: markerRadius + 5,
      fill: 'transparent',
      rim: accentColor,
    });
  for (const dots of overlay) drawDots(pen, target, dots);
}

function drawAreas(pen: CanvasPen, { polygons, areaStyle, backgrounds }: Scene): void {
  const { fillOpacity, stroke, edge } = areaStyles[areaStyle];
  for (const polygon of polygons) {
    const paths = visiblePaths(pen, polygon);
    if (paths.length === 0) continue;
    // In a style with its own outline, the colour represents a value, and must equal that of the legend.
    const color = edge ? polygon.color : ensureContrast(polygon.color, backgrounds);
    pen.area(paths, color, { opacity: fillOpacity, stroke: edge ? 0 : stroke });
    if (edge) for (const path of paths) pen.line(closedPath(path), edge, stroke);
  }
}

/** Lines in the theme's colour inside lines in the opposite colour, visible on any background. */
function drawSelected(pen: CanvasPen, outline: Outline, backgrounds: readonly string[]): void {
  const isDark = isDarkBackground(backgrounds[0] ?? white);
  const [outside, inside] = isDark ? [inkColor, white] : [white, inkColor];
  const paths = visiblePaths(pen, outline).map(closedPath);
  for (const path of paths) pen.line(path, outside, 7);
  for (const path of paths) pen.line(path, inside, 3);
}

/** The rings of an outline; none if it is not visible. */
function visiblePaths(pen: CanvasPen, outline: Outline): readonly PixelPath[] {
  const box = outlineBounds(outline);
  if (!box) return [];
  const [south, west, north, east] = box;
  const [left, bottom] = pen.project(latLng(south, west));
  const [right, top] = pen.project(latLng(north, east));
  if (!pen.isVisible([left, top, right, bottom])) return [];
  return ringsOf(outline).map((ring) => pen.path(worldRing(ring)));
}

function drawDots(pen: CanvasPen, target: OverlayCanvas, { count, at, style }: Dots): void {
  for (let index = 0; index < count; index += 1)
    drawDot(pen, target, at(index), style(index, target.view.zoom));
}

function drawDot(
  pen: CanvasPen,
  { size }: OverlayCanvas,
  position: LatLng,
  style: { readonly radius: number; readonly fill: string; readonly rim: string },
): void {
  const [x, y] = pen.project(position);
  const edge = style.radius + 2;
  if (x > -edge && y > -edge && x < size.width + edge && y < size.height + edge) pen.handle([x, y], style);
}
