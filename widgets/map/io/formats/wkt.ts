import type { Collector } from '../../model/exchange/collector.ts';
import { readGeometry } from './geojson.ts';

/** The maximum depth of nested collections; deeper ones are not read. */
const deepest = 20;

const types = {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
} as const;

const start = /\b(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)(?:ZM|Z|M)?\b/giu;

/** Whether a text contains anything that looks like WKT. */
export function isWkt(text: string): boolean {
  start.lastIndex = 0;
  return start.test(text);
}

/** Reads every geometry of a text; skips the text between them. */
export function readWkt(text: string, collector: Collector): void {
  const reader = new Reader(text);
  while (reader.seek()) {
    const geometry = reader.geometry(0);
    if (geometry) readGeometry(geometry, {}, collector);
    else collector.next().skip('not_a_number', null);
  }
}

interface Geometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Geometry[];
}

/** Parses a text in one pass; every method returns `null` on a syntax error. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves to the next word that starts a geometry. */
  seek(): boolean {
    start.lastIndex = this.#at;
    const found = start.exec(this.#text);
    if (found) this.#at = found.index;
    return found !== null;
  }

  geometry(depth: number): Geometry | null {
    const word = this.#match(/[A-Z]+/iuy)?.toUpperCase() ?? '';
    const name = (Object.keys(types) as (keyof typeof types)[]).find(
      (type) => word === type || word === `${type}Z` || word === `${type}M` || word === `${type}ZM`,
    );
    if (!name || depth > deepest) return null;
    this.#match(/(?:ZM|Z|M)\b/iuy);
    const type = types[name];
    if (this.#match(/EMPTY\b/iuy))
      return type === 'GeometryCollection' ? { type, geometries: [] } : { type, coordinates: [] };
    if (type === 'GeometryCollection') {
      const geometries = this.#list(() => this.geometry(depth + 1));
      return geometries && { type, geometries };
    }
    const coordinates = this.#coordinates(type);
    return coordinates === null ? null : { type, coordinates };
  }

  #coordinates(type: string): unknown {
    if (type === 'Point') return this.#list(() => this.#point())?.[0] ?? null;
    if (type === 'MultiPoint')
      return this.#list(
        () => (this.#peek('(') ? this.#list(() => this.#point())?.[0] : this.#point()) ?? null,
      );
    if (type === 'LineString') return this.#list(() => this.#point());
    if (type === 'MultiPolygon') return this.#list(() => this.#rings());
    return this.#rings();
  }

  #rings(): unknown[] | null {
    return this.#list(() => this.#list(() => this.#point()));
  }

  #point(): readonly number[] | null {
    const numbers: number[] = [];
    for (;;) {
      const digits = this.#match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iuy);
      if (digits === null) break;
      numbers.push(Number(digits));
      if (numbers.length > 4) return null;
    }
    return numbers.length >= 2 ? numbers : null;
  }

  /** A list in brackets, with items separated by commas. */
  #list<T>(item: () => T | null): T[] | null {
    if (this.#match(/\(/uy) === null) return null;
    const items: T[] = [];
    do {
      const next = item();
      if (next === null) return null;
      items.push(next);
    } while (this.#match(/,/uy) !== null);
    return this.#match(/\)/uy) === null ? null : items;
  }

  #peek(sign: string): boolean {
    this.#skipSpace();
    return this.#text[this.#at] === sign;
  }

  #match(pattern: RegExp): string | null {
    this.#skipSpace();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = Math.max(this.#at, space.lastIndex);
  }
}

const space = /\s*/uy;
