import type { Coordinates } from '#kernel/domain/geo/index.ts';
import type { MapLayers } from './cut-tiles.ts';
import { centroidOf, chordOf, distanceTo, edgesOf, planeAround, type Point, type Segment } from './plane.ts';
import texts from './texts.json' with { type: 'json' };

/** A name in both languages. */
export interface Names {
  readonly uz: string;
  readonly ru: string;
}

/** The records of the demonstration that its map is drawn from. */
export interface CityRecords {
  readonly neighborhoods: readonly {
    readonly id: number;
    readonly names: Names;
    readonly coords: Coordinates[];
  }[];
  readonly streets: readonly { readonly neighborhoodId: number; readonly names: Names }[];
  readonly households: readonly {
    readonly neighborhoodId: number;
    readonly coords: Coordinates;
    readonly houseNumber: number;
    readonly isBuilding: boolean;
  }[];
}

interface Road {
  readonly line: Segment;
  readonly kind: 'major_road' | 'medium_road' | 'minor_road';
  readonly names?: Names;
}

/** Length and width of a house, in metres. */
const houseSizes = { own: [16, 11], building: [42, 15] } as const;
/** Houses closer than this to the middle of a street, in metres, are left out. */
const roadside = 16;

/** Draws the map of the demonstration in the layers of the Protomaps basemap. */
export function drawCity(records: CityRecords): MapLayers {
  const middle = middleOf(records.neighborhoods.flatMap(({ coords }) => coords));
  const { pointOf, positionOf } = planeAround(middle);
  const areas = records.neighborhoods.map(({ id, names, coords }) => {
    const ring = coords.map(pointOf);
    const streets = records.streets.filter(({ neighborhoodId }) => neighborhoodId === id);
    return { id, names, ring, direction: directionOf(ring), streets: streets.map((street) => street.names) };
  });
  const borders = bordersOf(areas.map(({ ring }) => ring));
  const roads = areas.map((area) => [...streetsOf(area), ...lanesOf(area)]);
  const houses = records.households.flatMap((household) => {
    const index = areas.findIndex(({ id }) => id === household.neighborhoodId);
    const at = pointOf(household.coords);
    const near = [...borders, ...(roads[index] ?? [])];
    const area = areas[index];
    if (!area || near.some(({ line }) => distanceTo(line, at) < roadside)) return [];
    return [
      {
        household,
        corners: rectangle(at, area.direction, houseSizes[household.isBuilding ? 'building' : 'own']),
      },
    ];
  });
  const ringOf = (ring: readonly Point[]) => [[...ring, ring[0] as Point].map(positionOf)];
  return {
    landuse: collection(
      areas.map(({ ring }) =>
        feature({ type: 'Polygon', coordinates: ringOf(ring) }, { kind: 'residential' }),
      ),
    ),
    roads: collection(
      [...borders, ...roads.flat()].map(({ line, kind, names }) =>
        feature(
          { type: 'LineString', coordinates: line.map(positionOf) },
          { kind, ...(names && streetNames(names)) },
        ),
      ),
    ),
    buildings: collection(
      houses.map(({ household, corners }) =>
        feature(
          { type: 'Polygon', coordinates: ringOf(corners) },
          { kind: 'building', addr_housenumber: String(household.houseNumber) },
        ),
      ),
    ),
    places: collection([
      feature(
        { type: 'Point', coordinates: positionOf([0, 0]) },
        { kind: 'locality', ...nameTags(texts.city) },
      ),
      ...areas.map(({ ring, names }) =>
        feature(
          { type: 'Point', coordinates: positionOf(centroidOf(ring)) },
          { kind: 'neighbourhood', ...nameTags(names) },
        ),
      ),
    ]),
  };
}

function middleOf(positions: readonly Coordinates[]): Coordinates {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [
    middle(positions.map(([latitude]) => latitude)),
    middle(positions.map(([, longitude]) => longitude)),
  ];
}

/** The direction of the longest edge, as a vector of one metre. */
function directionOf(ring: readonly Point[]): Point {
  const steps = edgesOf(ring).map(([[x1, y1], [x2, y2]]): Point => [x2 - x1, y2 - y1]);
  const [x, y] = steps.reduce((longest, step) =>
    Math.hypot(...step) > Math.hypot(...longest) ? step : longest,
  );
  const length = Math.hypot(x, y);
  return [x / length, y / length];
}

/** Roads along the borders: main ones around the city. */
function bordersOf(rings: readonly (readonly Point[])[]): Road[] {
  const times = new Map<string, { line: Segment; count: number }>();
  for (const line of rings.flatMap(edgesOf)) {
    const key = line.map(String).toSorted().join(' ');
    times.set(key, { line, count: (times.get(key)?.count ?? 0) + 1 });
  }
  return [...times.values()].map(({ line, count }) => ({
    line,
    kind: count === 1 ? 'major_road' : 'medium_road',
  }));
}

interface Area {
  readonly ring: readonly Point[];
  readonly direction: Point;
  readonly streets: readonly Names[];
}

/** The named streets: alternately along and across the area, at equal distances. */
function streetsOf(area: Area): Road[] {
  const counts = [Math.ceil(area.streets.length / 2), Math.floor(area.streets.length / 2)];
  return area.streets.flatMap((names, index): Road[] => {
    const isAcross = index % 2 === 1;
    const share = (Math.floor(index / 2) + 1) / ((counts[index % 2] ?? 0) + 1);
    const line = streetAt(area, isAcross, share);
    return line ? [{ line, kind: 'minor_road', names }] : [];
  });
}

/** Unnamed lanes halfway between the streets. */
function lanesOf(area: Area): Road[] {
  return [false, true].flatMap((isAcross) => {
    const streets = isAcross ? Math.floor(area.streets.length / 2) : Math.ceil(area.streets.length / 2);
    return Array.from({ length: streets + 1 }, (_, index) =>
      streetAt(area, isAcross, (index + 0.5) / (streets + 1)),
    )
      .filter((line) => line !== null)
      .map((line): Road => ({ line, kind: 'minor_road' }));
  });
}

function streetAt({ ring, direction: [dx, dy] }: Area, isAcross: boolean, share: number): Segment | null {
  const along: Point = isAcross ? [-dy, dx] : [dx, dy];
  const aside: Point = [-along[1], along[0]];
  const reach = ring.map(([x, y]) => x * aside[0] + y * aside[1]);
  const offset = Math.min(...reach) + (Math.max(...reach) - Math.min(...reach)) * share;
  return chordOf(ring, [aside[0] * offset, aside[1] * offset], along);
}

function rectangle([x, y]: Point, [dx, dy]: Point, [length, width]: readonly [number, number]): Point[] {
  const corner = (along: number, aside: number): Point => [
    x + dx * length * along - dy * width * aside,
    y + dy * length * along + dx * width * aside,
  ];
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
}

function streetNames({ uz, ru }: Names) {
  return nameTags({
    uz: texts.street.uz.replace('{{name}}', uz),
    ru: texts.street.ru.replace('{{name}}', ru),
  });
}

function nameTags({ uz, ru }: Names) {
  return { name: uz, 'name:uz': uz, 'name:ru': ru };
}

function feature(geometry: GeoJSON.Geometry, properties: Record<string, string>): GeoJSON.Feature {
  return { type: 'Feature', geometry, properties };
}

function collection(features: readonly GeoJSON.Feature[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features: [...features] };
}
