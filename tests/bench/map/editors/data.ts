/** A corner as in GeoJSON. */
export type Corner = readonly [lng: number, lat: number];
/** The corners of a polygon, without the first one again at the end. */
export type Ring = readonly Corner[];

/** The view of every editor, in pixels; the zoom is for 512-pixel tiles. */
export const view = {
  middle: [60.6208756, 41.5585558] as Corner,
  zoom: 13,
  width: 800,
  height: 600,
} as const;

const worldSize = 512 * 2 ** view.zoom;

/** The place at a distance in pixels to the right of, and below, the centre of the view. */
export function placeAt(x: number, y: number): Corner {
  const [lng, lat] = view.middle;
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) - (y / worldSize) * 2 * Math.PI;
  return [lng + (x / worldSize) * 360, (Math.atan(Math.sinh(north)) * 180) / Math.PI];
}

/** The distance between two places on screen, in pixels. */
export function pixelsApart(one: Corner, other: Corner): number {
  const north = ([, lat]: Corner) => Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
  return Math.hypot((one[0] - other[0]) / 360, north(one) - north(other)) * worldSize;
}

/**
 * The position of `target`'s first corner, in pixels from the centre: apart from the others, so that it can
 * be grabbed.
 */
export const handle = { x: 250, y: 0 } as const;

/**
 * A round polygon with a number of corners; the first one sticks out to the right, where its edges do not
 * cross others.
 */
export function target(corners: number): Ring {
  return Array.from({ length: corners }, (_, index) => {
    if (index === 0) return placeAt(handle.x, handle.y);
    const angle = (index / corners) * 2 * Math.PI;
    const radius = 200 + 6 * Math.cos(angle * 9);
    return placeAt(Math.cos(angle) * radius, Math.sin(angle) * radius);
  });
}

/**
 * Two polygons with a number of corners and a common border of half of them; their first corner is in its
 * middle, apart from the others, and can be moved to the right without touching them.
 */
export function sharedPair(corners: number): readonly [Ring, Ring] {
  const border = Math.max(1, Math.floor(corners / 4));
  const rest = corners - 2 * border - 1;
  /** A place on the border: 0 is the corner in its middle, 1 its upper end and -1 its lower end. */
  const along = (share: number) => placeAt(handle.x - 60 * Math.abs(share), -220 * share);
  const arm = (sign: 1 | -1) => Array.from({ length: border }, (_, at) => along((sign * (at + 1)) / border));
  /** From the upper end of the border to the lower one, around the left (a negative radius) or the right. */
  const around = (radius: number) =>
    Array.from({ length: rest }, (_, at) => {
      const angle = ((at + 1) / (rest + 1)) * Math.PI;
      return placeAt(handle.x - 60 + radius * Math.sin(angle), 220 * -Math.cos(angle));
    });
  const [up, down] = [arm(1), arm(-1)];
  const first = along(0);
  return [
    [first, ...up, ...around(-380), ...down.toReversed()],
    [first, ...up, ...around(190), ...down.toReversed()],
  ];
}

/** A city of areas that tile the plane, with a number of corners each: every border is a wave. */
export function tiles(columns: number, rows: number, corners: number): readonly Ring[] {
  const side = Math.floor(corners / 4);
  const wave = (share: number) => 0.03 * Math.sin(share * Math.PI * 8);
  const point = (x: number, y: number) =>
    placeAt((x / columns - 0.5) * view.width, (y / rows - 0.5) * view.height);
  const steps = Array.from({ length: side }, (_, at) => at / side);
  return Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    return [
      ...steps.map((share) => point(x + share, y + wave(share))),
      ...steps.map((share) => point(x + 1 + wave(share), y + share)),
      ...steps.map((share) => point(x + 1 - share, y + 1 + wave(1 - share))),
      ...steps.map((share) => point(x + wave(1 - share), y + 1 - share)),
    ];
  });
}

/** A field of hexagons that fills the view. */
export function hexagons(count: number): readonly Ring[] {
  const columns = Math.ceil(Math.sqrt((count * view.width) / view.height));
  const rows = Math.ceil(count / columns);
  const [wide, high] = [view.width / columns, view.height / rows];
  const radius = Math.min(wide, high) * 0.42;
  return Array.from({ length: count }, (_, index) => {
    const x = ((index % columns) + 0.5) * wide - view.width / 2;
    const y = (Math.floor(index / columns) + 0.5) * high - view.height / 2;
    return Array.from({ length: 6 }, (__, corner) => {
      const angle = (corner / 6) * 2 * Math.PI;
      return placeAt(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
    });
  });
}
