/** A geometry as in GeoJSON; kinds that GeoJSON lacks have another type and no coordinates. */
export interface Geometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Geometry[];
}

const types = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

/** Converts a place of a file to longitude and latitude. */
export type ToLngLat = (position: [number, number]) => readonly number[];

/** Reads a geometry in WKB, ISO or EWKB; throws if it is damaged. Heights and measures are ignored. */
export function readWkb(view: DataView, toLngLat: ToLngLat): Geometry {
  return new WkbReader(view, toLngLat).geometry(0);
}

/** The maximum depth of nested collections; deeper ones are treated as damaged. */
const deepest = 20;

class WkbReader {
  readonly #view: DataView;
  readonly #toLngLat: ToLngLat;
  #at = 0;
  #isLittle = true;

  constructor(view: DataView, toLngLat: ToLngLat) {
    this.#view = view;
    this.#toLngLat = toLngLat;
  }

  geometry(depth: number): Geometry {
    if (depth > deepest) throw new Error('The geometry is nested too deeply');
    this.#isLittle = this.#view.getUint8(this.#at) === 1;
    this.#at += 1;
    const code = this.#integer();
    if ((code & 0x20_00_00_00) !== 0) this.#at += 4;
    const [kind, iso] = [(code & 0xff_ff) % 1000, Math.floor((code & 0xff_ff) / 1000)];
    const extra =
      iso === 3
        ? 2
        : Number(iso > 0) + Number((code & 0x80_00_00_00) !== 0) + Number((code & 0x40_00_00_00) !== 0);
    const type = types[kind] ?? '';
    if (type === '') return { type: 'Curve' };
    if (type === 'GeometryCollection')
      return { type, geometries: this.#list(() => this.geometry(depth + 1)) };
    if (type.startsWith('Multi')) {
      return { type, coordinates: this.#list(() => this.geometry(depth + 1).coordinates) };
    }
    const readPosition = () => this.#place(extra);
    if (type === 'Point') return { type, coordinates: readPosition() };
    return {
      type,
      coordinates: type === 'Polygon' ? this.#list(() => this.#list(readPosition)) : this.#list(readPosition),
    };
  }

  #place(extra: number): readonly number[] {
    const [x, y] = [
      this.#view.getFloat64(this.#at, this.#isLittle),
      this.#view.getFloat64(this.#at + 8, this.#isLittle),
    ];
    this.#at += 16 + extra * 8;
    return this.#toLngLat([x, y]);
  }

  #integer(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, this.#isLittle);
  }

  #list<T>(item: () => T): T[] {
    const count = this.#integer();
    if (count > this.#view.byteLength) throw new Error('A list is longer than the geometry');
    return Array.from({ length: count }, item);
  }
}
