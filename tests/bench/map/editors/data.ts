/** A corner as GeoJSON has it. */
export type Corner = readonly [lng: number, lat: number];
/** A polygon's edge, not closed. */
export type Ring = readonly Corner[];

/** Where every editor looks, at the zoom of 512-pixel tiles. */
export const view = {
  middle: [60.6208756, 41.5585558] as Corner,
  zoom: 13,
  width: 800,
  height: 600,
} as const;

const worldSize = 512 * 2 ** view.zoom;

/** The place so many pixels to the right of the middle of the picture, and below it. */
export function placeAt(x: number, y: number): Corner {
  const [lng, lat] = view.middle;
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) - (y / worldSize) * 2 * Math.PI;
  return [lng + (x / worldSize) * 360, (Math.atan(Math.sinh(north)) * 180) / Math.PI];
}

/** How far two places lie apart on the screen, in pixels. */
export function pixelsApart(one: Corner, other: Corner): number {
  const north = ([, lat]: Corner) => Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
  return Math.hypot((one[0] - other[0]) / 360, north(one) - north(other)) * worldSize;
}

/** Where the first corner of `target` lies, in pixels from the middle: apart from the others, to be taken hold of. */
export const handle = { x: 250, y: 0 } as const;

/** A round polygon of so many corners, whose first one stands out to the right; its edges do not meet where that goes. */
export function target(corners: number): Ring {
  return Array.from({ length: corners }, (_, index) => {
    if (index === 0) return placeAt(handle.x, handle.y);
    const angle = (index / corners) * 2 * Math.PI;
    const radius = 200 + 6 * Math.cos(angle * 9);
    return placeAt(Math.cos(angle) * radius, Math.sin(angle) * radius);
  });
}

/**
 * Two polygons of so many corners with a common border, half of all; the first corner of both lies in its middle, apart from
 * the others, and may be moved to the right without touching them.
 */
export function sharedPair(corners: number): readonly [Ring, Ring] {
  const border = Math.max(1, Math.floor(corners / 4));
  const rest = corners - 2 * border - 1;
  /** From the lower end of the border, or to the upper one: it falls back from the corner in its middle. */
  const along = (share: number) => placeAt(handle.x - 60 * Math.abs(share), -220 * share);
  const arm = (sign: 1 | -1) => Array.from({ length: border }, (_, at) => along((sign * (at + 1)) / border));
  /** From one end of the border to the other, around the left or the right. */
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

/** A city of areas that tile, of so many corners each: every border is a wave. */
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

/** A field of hexagons that fills the picture. */
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
