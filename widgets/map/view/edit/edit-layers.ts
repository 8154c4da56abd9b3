import { pixelsBetween, sameId, type LatLng, type MapState, type PolygonShape } from '../../model/index.ts';
import { handleLayer, lineLayer, markerLayer, polygonLayers, rgba } from '../canvas/paint.ts';
import type { EditPicture, Hot } from '../canvas/painter.ts';

const white = rgba('#ffffff');
const accent = rgba('#0b7480');
const danger = rgba('#d61f2c');

/** Shorter edges have no handle in their middle. */
export const shortestEdge = 36;
/** Of so many corners none has one: the picture would be all handles. */
const mostHandles = 400;

const nothing: EditPicture = { below: [], above: [] };

/** What only an editor shows: the polygon in the hand with its handles, the one being drawn, a carried marker. */
export function editLayers(state: MapState, hot: Hot | null, zoom: number): EditPicture {
  const { tool, shapes } = state;
  if (hot?.kind === 'marker') {
    return { below: [], above: [markerLayer('carried', [{ ...hot.shape, coords: hot.at }], 10)] };
  }
  if (tool.name === 'drawing') return draftLayers(tool.points, hot?.kind === 'pointer' ? hot.at : null);
  if (tool.name !== 'editing') return nothing;
  const polygon = shapes.polygons.find(({ id }) => sameId(id, tool.id));
  if (!polygon) return nothing;
  return heldLayers(state, polygon, hot?.kind === 'ring' ? hot.coords : polygon.coords, tool.vertex, zoom);
}

function heldLayers(
  state: MapState,
  polygon: PolygonShape,
  coords: readonly LatLng[],
  vertex: number | null,
  zoom: number,
): EditPicture {
  const problem = state.problems.get(String(polygon.id));
  const moving = coords !== polygon.coords;
  const crossings = moving ? [] : (problem?.crossings ?? []);
  const edges = crossings.flatMap(({ edges: [one, other] }) => [edgeOf(coords, one), edgeOf(coords, other)]);
  const middles = coords.length > mostHandles || moving ? [] : middlesOf(coords, zoom);
  const rim = rgba(polygon.color);
  const current = vertex === null ? undefined : coords[vertex];
  const above = [
    lineLayer('crossing-edges', edges, danger, 4),
    handleLayer('middles', middles, { radius: 4, fill: rgba('#ffffff', 0.75), rim }),
    handleLayer('corners', coords, { radius: coords.length > mostHandles ? 3 : 6, fill: white, rim }),
    handleLayer(
      'crossings',
      crossings.map(({ at }) => at),
      { radius: 5, fill: danger, rim: white },
    ),
    handleLayer('current', current ? [current] : [], { radius: 8, fill: accent, rim: white }),
  ];
  return { below: polygonLayers('held', [{ ...polygon, coords }]), above };
}

function draftLayers(points: readonly LatLng[], pointer: LatLng | null): EditPicture {
  const line = pointer ? [...points, pointer] : points;
  const [first] = points;
  const closing = points.length >= 3 && first ? [first] : [];
  const area = line.length >= 3 ? [{ id: 'draft', title: '', color: '#0b7480', coords: line }] : [];
  const above = [
    lineLayer('draft-line', line.length >= 2 ? [line] : [], accent, 2),
    handleLayer('draft-points', points, { radius: 5, fill: white, rim: accent }),
    handleLayer('draft-first', closing, { radius: 8, fill: accent, rim: white }),
  ];
  return { below: polygonLayers('draft', area).slice(0, 1), above };
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

function middlesOf(coords: readonly LatLng[], zoom: number): LatLng[] {
  return coords.flatMap(([lat, lng], edge) => {
    const next = coords[(edge + 1) % coords.length];
    if (!next || !hasMiddle(coords, edge, zoom)) return [];
    return [[(lat + next[0]) / 2, (lng + next[1]) / 2] as unknown as LatLng];
  });
}
