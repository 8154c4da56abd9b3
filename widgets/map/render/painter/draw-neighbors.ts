import { outlineBounds } from '../../model/borders/shared-corners.ts';
import { worldRing } from '../../model/geometry/mercator.ts';
import { latLng, neighborColors, ringsOf, type PolygonShape } from '../../model/index.ts';
import { isDarkBackground } from '../canvas/contrast.ts';
import { closedPath, type CanvasPen } from '../canvas/canvas-pen.ts';
import { visibleMiddle } from './visible-middle.ts';

/** The size on screen, in pixels, below which an area has no name. */
const minNamedSize = 48;

/** Draws the areas around the edited ones: muted outlines with their names, behind everything else. */
export function drawNeighbors(
  pen: CanvasPen,
  neighbors: readonly PolygonShape[],
  backgrounds: readonly string[],
): void {
  const isDark = isDarkBackground(backgrounds[0] ?? '#ffffff');
  const { line, text, halo } = neighborColors[isDark ? 'dark' : 'light'];
  for (const area of neighbors) {
    const box = outlineBounds(area);
    if (!box) continue;
    const [south, west, north, east] = box;
    const [left, bottom] = pen.project(latLng(south, west));
    const [right, top] = pen.project(latLng(north, east));
    if (!pen.isVisible([left, top, right, bottom])) continue;
    const [outer = [], ...others] = ringsOf(area).map((ring) => pen.path(worldRing(ring)));
    for (const path of [outer, ...others]) pen.line(closedPath(path), line, 1.5);
    // Often only a part of it is visible, beside the edited area.
    const seen = visibleMiddle(outer, pen.visibleBox);
    if (seen && seen.width > minNamedSize && seen.height > minNamedSize / 2)
      pen.text(seen.at, area.title, { color: text, halo });
  }
}
