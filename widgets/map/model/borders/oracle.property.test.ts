import { expect, test } from 'vitest';
import { reduce } from '../reducers/edit-reducers.ts';
import { countVertices, ringsOf, vertexAt } from '../shapes/rings.ts';
import type { LatLng, PolygonShape } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import {
  anyOf,
  near,
  randomFrom,
  startedCity,
  type Random,
} from '../../../../tests/support/map/tiling-city.ts';

/*
 * A second, slow and simple model of areas that share borders: rings of texts, every edge compared with every other. The
 * reducer has to come to the same borders, and to refuse the same edits.
 */

type SlowRing = readonly LatLng[];
type SlowCity = readonly (readonly SlowRing[])[];

const same = (one: LatLng, other: LatLng) => one[0] === other[0] && one[1] === other[1];
const slowCity = ({ shapes }: MapState): SlowCity => shapes.polygons.map(ringsOf);
const edgesOf = (ring: SlowRing) =>
  ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from] as const);

/** How far a place lies from an edge, in degrees. */
function distanceTo([from, to]: readonly [LatLng, LatLng], [y, x]: LatLng): number {
  const [dy, dx] = [to[0] - from[0], to[1] - from[1]];
  const share = ((y - from[0]) * dy + (x - from[1]) * dx) / (dy * dy + dx * dx);
  const held = Math.max(0, Math.min(1, share));
  return Math.hypot(from[0] + held * dy - y, from[1] + held * dx - x);
}

/** Every corner of the city becomes one of all edges on which it lies. */
function withAllCorners(city: SlowCity): SlowCity {
  const corners = city.flat(2);
  return city.map((rings) =>
    rings.map((ring) =>
      edgesOf(ring).flatMap(([from, to]) => {
        const on = corners.filter(
          (corner) => !same(corner, from) && !same(corner, to) && distanceTo([from, to], corner) < 1e-9,
        );
        const sorted = [...new Map(on.map((corner) => [String(corner), corner])).values()].toSorted(
          (one, other) =>
            Math.hypot(one[0] - from[0], one[1] - from[1]) -
            Math.hypot(other[0] - from[0], other[1] - from[1]),
        );
        return [from, ...sorted];
      }),
    ),
  );
}

const side = (a: LatLng, b: LatLng, c: LatLng) =>
  (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);

/** Whether two edges go through each other. */
function cross([a, b]: readonly [LatLng, LatLng], [c, d]: readonly [LatLng, LatLng]): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Whether any two edges of the city go through each other, or a ring comes by a place twice in a row. */
function isBroken(city: SlowCity): boolean {
  const edges = [
    ...new Map(
      city
        .flat()
        .flatMap(edgesOf)
        .map((edge) => [edge.map(String).toSorted().join(' '), edge]),
    ).values(),
  ];
  return edges.some((edge, at) => edges.slice(at + 1).some((other) => cross(edge, other)));
}

/** The edges of each area, whatever the order of its rings. */
const bordersOf = (city: SlowCity) =>
  city.map((rings) =>
    rings.flatMap((ring) => edgesOf(ring).map((edge) => edge.map(String).toSorted().join(' '))).toSorted(),
  );

interface Edit {
  readonly polygon: PolygonShape;
  readonly vertex: number;
  readonly at: LatLng;
  readonly next: LatLng;
  readonly to: LatLng;
}

function randomEdit({ shapes }: MapState, random: Random): Edit | null {
  const polygon = anyOf(shapes.polygons, random);
  if (!polygon) return null;
  const vertex = Math.floor(random() * countVertices(polygon));
  const [at, next] = [vertexAt(polygon, vertex), vertexAt(polygon, (vertex + 1) % countVertices(polygon))];
  return at && next
    ? { polygon, vertex, at, next, to: near(at, random() < 0.7 ? 0.006 : 0.02, random) }
    : null;
}

/** The same edit of the slow model. */
const slowly = {
  move_vertex: (city: SlowCity, { at, to }: Edit): SlowCity =>
    city.map((rings) => rings.map((ring) => ring.map((corner) => (same(corner, at) ? to : corner)))),
  insert_vertex: (city: SlowCity, { at, next, to }: Edit): SlowCity =>
    city.map((rings) =>
      rings.map((ring) =>
        edgesOf(ring).flatMap(([from, end]) =>
          (same(from, at) && same(end, next)) || (same(from, next) && same(end, at)) ? [from, to] : [from],
        ),
      ),
    ),
  delete_vertex: (city: SlowCity, { at }: Edit): SlowCity =>
    city.map((rings) => rings.map((ring) => ring.filter((corner) => !same(corner, at)))),
} as const;

test('edits of shared borders come out as in a slow model, and the same ones are refused', () => {
  const random = randomFrom(11);
  let state = startedCity();
  const seen = { accepted: 0, crossing: 0 };
  for (let step = 0; step < 120; step += 1) {
    const edit = randomEdit(state, random);
    if (!edit) continue;
    const type =
      anyOf(['move_vertex', 'move_vertex', 'insert_vertex', 'delete_vertex'] as const, random) ??
      'move_vertex';
    const { id } = edit.polygon;
    const { vertex, to } = edit;
    const change = {
      move_vertex: { type: 'move_vertex', id, vertex, to },
      insert_vertex: { type: 'insert_vertex', id, edge: vertex, at: to },
      delete_vertex: { type: 'delete_vertex', id, vertex },
    } as const;
    const expected = withAllCorners(slowly[type](withAllCorners(slowCity(state)), edit));
    const { state: after, refusal } = reduce(state, { ...change[type], origin: 'user' });
    const name = `step ${step}: ${JSON.stringify(change[type])}`;
    if (refusal?.reason === 'junction' || refusal?.reason === 'too_few_points') continue;
    expect(refusal !== null, `${name} ${refusal?.reason}`).toBe(isBroken(expected));
    if (refusal) seen.crossing += 1;
    else {
      seen.accepted += 1;
      expect(bordersOf(slowCity(after)), name).toEqual(bordersOf(expected));
    }
    state = after;
  }
  expect(Math.min(seen.accepted, seen.crossing)).toBeGreaterThan(10);
});
