import type { Attributes } from './attributes.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import type { Kind, MarkerShape, PolygonShape } from '../shapes/shape.ts';

/** The format of a text. */
export type Format = 'export' | 'geojson' | 'kml' | 'gpx' | 'wkt' | 'shapefile' | 'geopackage' | 'locations';

/** An issue of one shape of a text. */
export interface ShapeIssue {
  /** The number of the shape in the text, starting at 1. */
  readonly number: number;
  /** The title; empty if it has none. */
  readonly title: string;
  readonly kind: Kind | null;
  readonly reason: Reason;
}

/** Why nothing could be read. */
export type ParseFailure = 'unreadable' | 'too_large' | 'too_deep' | 'empty';

/** The shapes of a text, before the permissions and limits of the map apply. */
export interface ParseResult {
  /** `null` if unknown. */
  readonly format: Format | null;
  readonly failure: ParseFailure | null;
  readonly polygons: readonly ParsedShape<PolygonShape>[];
  readonly markers: readonly ParsedShape<MarkerShape>[];
  readonly skipped: readonly ShapeIssue[];
  /** Accepted, but not exactly as written. */
  readonly notes: readonly ShapeIssue[];
  /** Null if the format has none. */
  readonly attributes: Attributes | null;
}

/** A shape and its number in the text. */
export interface ParsedShape<T> {
  readonly number: number;
  readonly shape: T;
  /** Whether the id was in the text; otherwise it was generated. */
  readonly named: boolean;
}

/**
 * The handling of imported shapes whose id is already on the map: a new id, a new outline for the old shape,
 * or nothing.
 */
export type ExistingMode = 'add' | 'update' | 'skip';

/** The result of an import, or of setting `value`. */
export interface Report {
  readonly format: Format | null;
  readonly failure: ParseFailure | null;
  /** The number of added shapes. */
  readonly accepted: number;
  /** The number of shapes whose outline was updated. */
  readonly changed: number;
  readonly skipped: readonly ShapeIssue[];
  /** Accepted shapes with an issue: `crosses_itself`, `holes`, `empty_ring`, `swapped`, `antimeridian`. */
  readonly notes: readonly ShapeIssue[];
}

/** Whether a text could not be read at all; a readable one without shapes is an empty map. */
export function isUnreadable({ format, failure }: Pick<ParseResult, 'format' | 'failure'>): boolean {
  return failure !== null && (failure !== 'empty' || format === null);
}

/** When a text is read again: only the shapes that were left out because they look swapped. */
export function onlySwapped(reading: ParseResult, { skipped }: Report): ParseResult {
  const numbers = new Set(skipped.filter(isSwapped).map(({ number }) => number));
  const isSelected = ({ number }: { readonly number: number }) => numbers.has(number);
  return {
    ...reading,
    polygons: reading.polygons.filter(isSelected),
    markers: reading.markers.filter(isSelected),
    skipped: reading.skipped.filter(isSelected),
    notes: reading.notes.filter(isSelected),
  };
}

/** The report of an import, combined with that of the swapped shapes that were accepted later. */
export function mergeReports(first: Report, again: Report): Report {
  const skipped = first.skipped.filter((remark) => !isSwapped(remark));
  return {
    ...first,
    accepted: first.accepted + again.accepted,
    changed: first.changed + again.changed,
    skipped: [...skipped, ...again.skipped].toSorted(byNumber),
    notes: [...first.notes, ...again.notes].toSorted(byNumber),
  };
}

/** Whether a shape was left out because its latitude and longitude are probably exchanged. */
export function isSwapped({ reason }: ShapeIssue): boolean {
  return reason === 'swapped';
}

/** Sorts issues in the order of the text. */
export function byNumber(one: Pick<ShapeIssue, 'number'>, other: Pick<ShapeIssue, 'number'>): number {
  return one.number - other.number;
}
