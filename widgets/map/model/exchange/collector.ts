import { colorOr } from '../shapes/color.ts';
import { openRing } from '../geometry/ring.ts';
import { outlineOf, ringsOf } from '../shapes/rings.ts';
import { positionFault } from '../geometry/position.ts';
import {
  newShapeId,
  latLng,
  titleFrom,
  type Kind,
  type LatLng,
  type MarkerShape,
  type Outline,
  type PolygonShape,
  type Ring,
  type ShapeId,
  type Titles,
} from '../shapes/shape.ts';
import type { AttributeChoice, Attributes } from './attributes.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import type { Format, ParsedShape, ParseResult, ShapeIssue, ParseFailure } from './parse-result.ts';

/** The order of latitude and longitude in a format. */
export type Axes = 'lat,lng' | 'lng,lat';

/** How coordinates and attributes are read. */
export interface ReadOptions {
  /**
   * The centre of the map: shapes far from it, but near it with latitude and longitude exchanged, are
   * reported as `swapped`.
   */
  readonly near?: LatLng;
  /** Whether such shapes are left out (the default), or taken as written, with a note. */
  readonly doubt?: 'rejected' | 'noted';
  /**
   * `as_written` also trusts coordinates that look swapped; `exchanged` swaps latitude and longitude of every
   * place.
   */
  readonly axes?: 'as_written' | 'exchanged';
  /** The preferred language of names written in several languages. */
  readonly language?: 'uz' | 'ru';
  /** The attributes with names and ids, if the user has chosen them. */
  readonly attributes?: AttributeChoice;
  /** Whether an area may have several parts and holes; otherwise parts become separate areas, and holes are left out. */
  readonly multipart?: boolean;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** A shape's data in the file other than its coordinates. */
interface RawHead {
  readonly id?: unknown;
  readonly title?: unknown;
  /** The titles, if the names in both languages differ. */
  readonly titles?: Titles | null;
  readonly color?: unknown;
  readonly axes: Axes;
}

/** A marker as written in the file. */
interface RawMarker extends RawHead {
  readonly coords: unknown;
}

/** An area as written in the file: its parts, each an outer ring and its holes. */
export interface RawPolygon extends RawHead {
  readonly parts: readonly (readonly unknown[])[];
}

/** The number of shapes between two reports of the progress. */
const progressStep = 200;

/** Collects the shapes of a text: validates and numbers them. */
export class Collector {
  readonly options: ReadOptions;
  /** The attributes of the read features, if there are any. */
  attributes: Attributes | null = null;
  #number = 0;
  readonly polygons: ParsedShape<PolygonShape>[] = [];
  readonly markers: ParsedShape<MarkerShape>[] = [];
  readonly skipped: ShapeIssue[] = [];
  readonly notes: ShapeIssue[] = [];

  constructor(options: ReadOptions) {
    this.options = options;
  }

  /** Moves to the next shape of the text. */
  next(): this {
    this.#number += 1;
    return this;
  }

  /** Reports the progress, once per many shapes. */
  progress(index: number, count: number): void {
    if (index % progressStep === 0) this.options.onProgress?.(index / count);
  }

  /** Adds a polygon if it is valid; `holes` is the number of holes that were left out. */
  polygon(written: RawPolygon, holes = 0): void {
    const read = this.#outline(written);
    if (typeof read === 'string') return this.skip(read, 'polygon', written.title);
    const { outline, empty } = read;
    if (this.#rejects(outline.coords, 'polygon', written.title)) return;
    this.polygons.push(this.#found(written, 'polygon', outline));
    const note = (reason: Reason) => this.notes.push(this.#remark(reason, 'polygon', written.title));
    if (holes > 0) note('holes');
    if (empty > 0) note('empty_ring');
    if (ringsOf(outline).some(crossesAntimeridian)) note('antimeridian');
  }

  /** Adds a marker if it is valid. */
  marker(written: RawMarker): void {
    const position = this.#place(written.coords, written.axes);
    if (typeof position === 'string') return this.skip(position, 'marker', written.title);
    if (this.#rejects([position], 'marker', written.title)) return;
    this.markers.push(this.#found(written, 'marker', { coords: position }));
  }

  /** Leaves a shape out, with the reason. */
  skip(reason: Reason, kind: Kind | null, title?: unknown): void {
    this.skipped.push(this.#remark(reason, kind, title));
  }

  /** The result. */
  reading(format: Format | null, failure: ParseFailure | null = null): ParseResult {
    const { polygons, markers, skipped, notes, attributes } = this;
    const nothing = polygons.length + markers.length + skipped.length === 0;
    return {
      format,
      failure: failure ?? (nothing ? 'empty' : null),
      polygons,
      markers,
      skipped,
      notes,
      attributes,
    };
  }

  #found<T>({ id: written, title, titles, color }: RawHead, kind: Kind, places: T): ParsedShape<Head & T> {
    const id = idFrom(written);
    const shape = { id: id ?? newShapeId(), title: titleFrom(title), color: colorOr(color, kind), ...places };
    return { number: this.#number, shape: titles ? { ...shape, titles } : shape, named: id !== null };
  }

  #remark(reason: Reason, kind: Kind | null, title: unknown): ShapeIssue {
    return { number: this.#number, title: titleFrom(title), kind, reason };
  }

  /** Leaves out parts and holes of fewer than three points, as long as one part is left. */
  #outline({ parts, axes }: RawPolygon): { readonly outline: Outline; readonly empty: number } | Reason {
    const rings: Ring[] = [];
    let empty = 0;
    let fault: Reason = 'empty';
    for (const part of parts) {
      let outer: Ring | Reason | null = null;
      let emptyHoles = 0;
      // Allocates no lists: this runs for thousands of areas in code that is not optimized yet.
      for (let index = 0; index < part.length; index += 1) {
        const ring = this.#ring(part[index], axes);
        if (isMisplaced(ring)) return ring;
        if (typeof ring === 'string') {
          if (outer === null) fault = ring;
          else emptyHoles += 1;
        } else if (typeof outer !== 'string') rings.push(ring);
        outer ??= ring;
      }
      empty += outer === null || typeof outer === 'string' ? 1 : emptyHoles;
    }
    return rings.length > 0 ? { outline: outlineOf(rings), empty } : fault;
  }

  #ring(raw: unknown, axes: Axes): Ring | Reason {
    if (!Array.isArray(raw) || raw.length === 0) return 'empty';
    const ring: LatLng[] = [];
    let fault: Reason | null = null;
    // By index: this runs for thousands of rings in code that is not optimized yet.
    for (let index = 0; index < raw.length; index += 1) {
      const position = this.#place(raw[index] as unknown, axes);
      if (typeof position !== 'string') ring.push(position);
      else if (fault === null || faultsBySeverity.indexOf(position) < faultsBySeverity.indexOf(fault))
        fault = position;
    }
    if (fault !== null) return fault;
    const open = openRing(ring);
    return open.length < 3 ? 'too_few_points' : open;
  }

  #place(raw: unknown, axes: Axes): LatLng | Reason {
    if (!Array.isArray(raw)) return 'not_a_number';
    const first = (axes === 'lat,lng') !== (this.options.axes === 'exchanged') ? 0 : 1;
    const lat: unknown = raw[first];
    const lng: unknown = raw[1 - first];
    const fault = positionFault(lat, lng);
    // With explicit axes nothing is guessed.
    if (fault === 'swapped' && this.options.axes) return 'outside_world';
    return fault ?? latLng(lat as number, lng as number);
  }

  /** Reports places that look swapped; returns whether they are left out. */
  #rejects(positions: readonly LatLng[], kind: Kind, title: unknown): boolean {
    if (!this.#looksSwapped(positions)) return false;
    const noted = this.options.doubt === 'noted';
    (noted ? this.notes : this.skipped).push(this.#remark('swapped', kind, title));
    return !noted;
  }

  /** Whether places are far from the centre of the map, but near it with latitude and longitude exchanged. */
  #looksSwapped(positions: readonly LatLng[]): boolean {
    const { near, axes } = this.options;
    const position = positions[0];
    if (!near || axes || !position) return false;
    const as = apart(near, position[0], position[1]);
    const exchanged = apart(near, position[1], position[0]);
    return as > 2 && exchanged < as / 2.5;
  }
}

/** The faults by severity: of several faults of one ring, the first of these is reported. */
const faultsBySeverity: readonly Reason[] = ['not_a_number', 'outside_world', 'swapped'];

/** Whether a ring could not be read because one of its points is invalid. */
function isMisplaced(ring: Ring | Reason | undefined): ring is Reason {
  return typeof ring === 'string' && faultsBySeverity.includes(ring);
}

type Head = Pick<PolygonShape, 'id' | 'title' | 'titles' | 'color'>;

/** An id if it is usable; `null` if a new one is needed. */
function idFrom(value: unknown): ShapeId | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null;
}

/** Whether an edge is longer than half around the world, and so was meant to go the other way. */
function crossesAntimeridian(ring: readonly LatLng[]): boolean {
  let before = ring.at(-1)?.[1] ?? 0;
  for (let index = 0; index < ring.length; index += 1) {
    const lng = (ring[index] as LatLng)[1];
    if (lng - before > 180 || before - lng > 180) return true;
    before = lng;
  }
  return false;
}

function apart(near: LatLng, lat: number, lng: number): number {
  return Math.max(Math.abs(near[0] - lat), Math.abs(near[1] - lng));
}
