import type { ParseResult, ShapeIssue, Report } from './reading.ts';

/** Of a text that is read once more, only the shapes that were left out for looking swapped. */
export function onlySwapped(reading: ParseResult, { skipped }: Report): ParseResult {
  const numbers = new Set(skipped.filter(isSwapped).map(({ number }) => number));
  const isMeant = ({ number }: { readonly number: number }) => numbers.has(number);
  return {
    ...reading,
    polygons: reading.polygons.filter(isMeant),
    markers: reading.markers.filter(isMeant),
    skipped: reading.skipped.filter(isMeant),
    notes: reading.notes.filter(isMeant),
  };
}

/** The report of an import, after what looked swapped was taken too. */
export function mergeReports(first: Report, again: Report): Report {
  const skipped = first.skipped.filter((remark) => !isSwapped(remark));
  return {
    ...first,
    accepted: first.accepted + again.accepted,
    skipped: [...skipped, ...again.skipped].toSorted(byNumber),
    notes: [...first.notes, ...again.notes].toSorted(byNumber),
  };
}

/** Whether a shape was left out since its latitude and longitude have most likely changed places. */
export function isSwapped({ reason }: ShapeIssue): boolean {
  return reason === 'swapped';
}

/** In the order of the text. */
export function byNumber(one: ShapeIssue, other: ShapeIssue): number {
  return one.number - other.number;
}
