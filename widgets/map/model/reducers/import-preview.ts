import { hasSameOutline, isMarker, linesOf } from '../exchange/equal.ts';
import {
  byNumber,
  type ExistingMode,
  type ParsedShape,
  type ParseResult,
  type ShapeIssue,
} from '../exchange/parse-result.ts';
import { distanceBetween } from '../geometry/measure.ts';
import { areaOfOutline } from '../geometry/parts.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import type { AnyShape, Shapes } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import { mergeInto, type Merged, type ShapeMatch } from './merge.ts';

/** The effects of an import on a map. */
export interface ImportPreview {
  /** Whether the handling of shapes with existing ids makes a difference. */
  readonly needsChoice: boolean;
  /** For each handling of shapes with existing ids. */
  readonly differences: Readonly<Record<ExistingMode, ImportDifference>>;
}

/** What an import changes on a map. */
export interface ImportDifference {
  readonly added: number;
  /** The number of shapes that get another outline. */
  readonly changed: number;
  /** The number of shapes that are on the map already. */
  readonly same: number;
  readonly skipped: number;
  /** The shapes in the order: changed, unchanged with another title in the text, added, skipped. */
  readonly lines: readonly DifferenceLine[];
}

/** One shape of a text, and what its import does. */
export type DifferenceLine = LineBase &
  (
    | { readonly effect: 'changed'; readonly change: OutlineChange; readonly otherTitle: string | null }
    | { readonly effect: 'same'; readonly otherTitle: string }
    | { readonly effect: 'added' }
    | { readonly effect: 'skipped'; readonly reason: Reason }
  );

interface LineBase {
  /** The number of the shape in the text, starting at 1. */
  readonly number: number;
  /** The title on the map after the import: an existing shape keeps its title, `otherTitle` is that of the text. */
  readonly title: string;
}

/** How an outline differs from the previous one. */
export type OutlineChange =
  /** The relative change of the area: 0.1 is ten percent more; null if the area was zero. */
  | { readonly kind: 'polygon'; readonly areaChange: number | null }
  /** The distance by which a marker moves. */
  | { readonly kind: 'marker'; readonly meters: number };

/** Compares a reading with a map before anything is added. */
export function previewImport(state: MapState, reading: ParseResult): ImportPreview {
  const { rights } = state;
  const mergeAs = (existing: ExistingMode) => mergeInto(state, reading, { rights, existing });
  const update = mergeAs('update');
  const isShared = sharesNumbers(state.shapes, reading);
  const [add, skip] = isShared ? [mergeAs('add'), mergeAs('skip')] : [update, update];
  return {
    needsChoice: update.changed > 0 || update.accepted !== add.accepted,
    differences: {
      update: differenceOf(update, 'update'),
      add: differenceOf(add, 'add'),
      skip: differenceOf(skip, 'skip'),
    },
  };
}

/** Whether a map has shapes with ids from the reading. */
export function sharesNumbers(shapes: Shapes, { polygons, markers }: ParseResult): boolean {
  return hasAnyOf(shapes.polygons, polygons) || hasAnyOf(shapes.markers, markers);
}

function hasAnyOf(shapes: readonly AnyShape[], parsed: readonly ParsedShape<AnyShape>[]): boolean {
  const numbers = new Set(shapes.map(({ id }) => String(id)));
  return parsed.some(({ shape, named }) => named && numbers.has(String(shape.id)));
}

/** The order of the lines. */
const order = { changed: 0, same: 1, added: 2, skipped: 3 } as const;

function differenceOf(
  { accepted, changed, skipped, matches }: Merged,
  existing: ExistingMode,
): ImportDifference {
  // With `skip`, a shape with another outline is left out for the same reason.
  const isSame = ({ reason }: ShapeIssue) => reason === 'duplicate_id' && existing !== 'skip';
  const left = skipped.filter((issue) => !isSame(issue));
  const lines = [
    ...matches.flatMap((match) => lineOf(match) ?? []),
    ...left.map(({ number, title, reason }) => ({ number, title, effect: 'skipped', reason }) as const),
  ];
  return {
    added: accepted,
    changed,
    same: skipped.length - left.length,
    skipped: left.length,
    lines: lines.toSorted((one, other) => order[one.effect] - order[other.effect] || byNumber(one, other)),
  };
}

/** Null for a shape that is on the map as it is in the text. */
function lineOf({ number, read, before }: ShapeMatch): DifferenceLine | null {
  if (!before) return { number, title: read.title, effect: 'added' };
  const { title } = before;
  const otherTitle = read.title === '' || read.title === title ? null : read.title;
  if (!hasSameOutline(before, read))
    return { number, title, effect: 'changed', change: changeBetween(before, read), otherTitle };
  return otherTitle === null ? null : { number, title, effect: 'same', otherTitle };
}

function changeBetween(before: AnyShape, after: AnyShape): OutlineChange {
  if (isMarker(before) || isMarker(after)) {
    const [[from], [to]] = [linesOf(before)[0] ?? [], linesOf(after)[0] ?? []];
    return { kind: 'marker', meters: from && to ? distanceBetween(from, to) : 0 };
  }
  const area = areaOfOutline(before);
  return { kind: 'polygon', areaChange: area > 0 ? areaOfOutline(after) / area - 1 : null };
}
