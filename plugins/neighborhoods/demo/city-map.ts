import type { Coordinates } from '#kernel/domain/geo/index.ts';
import { random } from '#kernel/plugin-api/demo.ts';

/** The columns and rows of the demonstration's city. */
export const citySize = { columns: 8, rows: 5 } as const;

const center: Coordinates = [41.5546, 60.6262];
/** The size of a cell in degrees: about 1.1 km each way. */
const cell = { lat: 0.0101, lng: 0.0134 };
const rotation = (-6 * Math.PI) / 180;

/**
 * The polygons of a city without gaps and overlaps, row by row: bricks whose shared corners are displaced. A
 * corner or bend of a border is created once and shared by every polygon that touches it.
 */
export function drawCity(seed: number): Coordinates[][] {
  const next = random(seed);
  const points = new Map<string, Coordinates>();
  const bends = new Map<string, Coordinates | null>();
  const push = (by: number) => (next() - 0.5) * by;

  /** A corner on the line between two rows; corners are half a brick apart. */
  function corner(position: number, line: number): Coordinates {
    const key = `${position},${line}`;
    const known = points.get(key);
    if (known) return known;
    const isOutside = line === 0 || line === citySize.rows;
    const made = positionOf(position / 2 + push(0.34), line + push(isOutside ? 0.5 : 0.44));
    points.set(key, made);
    return made;
  }

  /** Every other border has an additional bend. */
  function bend(from: Coordinates, to: Coordinates, key: string): Coordinates[] {
    let made = bends.get(key);
    if (made === undefined) {
      const along = 0.4 + next() * 0.2;
      const aside = push(0.22);
      const [lat, lng] = [to[0] - from[0], to[1] - from[1]];
      made =
        next() < 0.5
          ? round([from[0] + lat * along - lng * aside, from[1] + lng * along + lat * aside])
          : null;
      bends.set(key, made);
    }
    return made ? [made] : [];
  }

  function brick(column: number, row: number): Coordinates[] {
    const left = column * 2 + (row % 2);
    const upper = [left, left + 1, left + 2].map((position) => corner(position, row + 1)) as Coordinates[];
    const lower = [left, left + 1, left + 2].map((position) => corner(position, row)) as Coordinates[];
    const [bottomLeft, bottomMiddle, bottomRight] = lower as [Coordinates, Coordinates, Coordinates];
    const [topLeft, topMiddle, topRight] = upper as [Coordinates, Coordinates, Coordinates];
    return [
      bottomLeft,
      bottomMiddle,
      bottomRight,
      ...bend(bottomRight, topRight, `${left + 2},${row}`),
      topRight,
      topMiddle,
      topLeft,
      ...bend(bottomLeft, topLeft, `${left},${row}`),
    ];
  }

  return Array.from({ length: citySize.rows }, (_, row) =>
    Array.from({ length: citySize.columns }, (__, column) => brick(column, row)),
  ).flat();
}

/**
 * Converts cells to degrees: centred, narrower and curved towards the edges, slightly rotated, like cities
 * along a river.
 */
function positionOf(column: number, row: number): Coordinates {
  const across = (column - citySize.columns / 2 - 0.25) / (citySize.columns / 2);
  const up = (row - citySize.rows / 2) / (citySize.rows / 2);
  const x = across * (1 - 0.26 * up * up) * (citySize.columns / 2) * cell.lng;
  const y =
    (up * (1 - 0.24 * across * across) + 0.16 * Math.sin(across * 2.6)) * (citySize.rows / 2) * cell.lat;
  const aspect = cell.lng / cell.lat;
  return round([
    center[0] + y * Math.cos(rotation) + (x / aspect) * Math.sin(rotation),
    center[1] + x * Math.cos(rotation) - y * aspect * Math.sin(rotation),
  ]);
}

function round([lat, lng]: Coordinates): Coordinates {
  return [Math.round(lat * 1e6) / 1e6, Math.round(lng * 1e6) / 1e6];
}
