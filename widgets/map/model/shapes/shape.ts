declare const axes: unique symbol;

/** A position, latitude first. Created by `latLng`, so that `[lng, lat]` cannot be passed by mistake. */
export type LatLng = readonly [lat: number, lng: number] & { readonly [axes]: 'lat,lng' };

/** The two kinds of shapes. */
export type Kind = 'polygon' | 'marker';

/** The id of a shape among those of its kind. Numbers and digits (`7`, `'7'`) name the same shape. */
export type ShapeId = string | number;

/** Names in both languages. */
export interface Titles {
  readonly uz: string;
  readonly ru: string;
}

interface ShapeBase {
  readonly id: ShapeId;
  readonly title: string;
  /** The names in both languages, if a file has two. */
  readonly titles?: Titles;
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  readonly color: string;
}

/** A closed line: its vertices in order, at least three, the first not repeated at the end. */
export type Ring = readonly LatLng[];

/**
 * The border of an area. A point is inside if an odd number of rings contain it: a ring inside another is a hole, one beside
 * it is another part.
 */
export interface Outline {
  readonly coords: Ring;
  /** All rings except the first; never empty. */
  readonly otherRings?: readonly Ring[];
}

/** An area. */
export interface PolygonShape extends ShapeBase, Outline {}

/** A pin. */
export interface MarkerShape extends ShapeBase {
  readonly coords: LatLng;
}

/** A shape of either kind. */
export type AnyShape = PolygonShape | MarkerShape;

/** All shapes of a map, in drawing order. */
export interface Shapes {
  readonly polygons: readonly PolygonShape[];
  readonly markers: readonly MarkerShape[];
}

/** Identifies a shape. */
export interface ShapeRef {
  readonly kind: Kind;
  readonly id: ShapeId;
}

/** A bounding box: south, west, north, east, in degrees. */
export type Bounds = readonly [south: number, west: number, north: number, east: number];

/** A map without shapes. */
export const noShapes: Shapes = { polygons: [], markers: [] };

/** Creates a place from its latitude and longitude, in degrees. */
export function latLng(lat: number, lng: number): LatLng {
  const place: readonly [lat: number, lng: number] = [lat, lng];
  return place as LatLng;
}

/** Whether two ids name the same shape. */
export function sameId(one: ShapeId, other: ShapeId): boolean {
  return one === other || String(one) === String(other);
}

/** The maximum number of characters of a stored title. */
const maxTitleLength = 300;

/** A title as stored: shortened, control characters replaced by spaces. */
export function titleFrom(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, maxTitleLength).replaceAll(/\p{Cc}/gu, ' ') : '';
}

/** A random UUID; `crypto.randomUUID` is missing on pages without HTTPS. */
export function newShapeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
