import type { Names } from '#kernel/plugin-api/contract.ts';
import { toOutlineValue, type OutlineInput, type Shapes, type ShapesInput } from '#widgets/map/index.ts';
import type { NeighborhoodBorder } from '../../contract.ts';

export type Borders = readonly NeighborhoodBorder[];

/** A border as it is sent, with the version that was edited. */
export interface ChangedBorder extends OutlineInput {
  readonly id: number;
  readonly updatedAt: string;
}

/** A changed border as it is stored until it is saved: with its names, since others may delete the neighbourhood until then. */
export interface UnsavedBorder extends ChangedBorder, Names {}

/** The shapes on the map, and the borders and the language from which they were made. */
export interface Drawing {
  /** The newest ones that were read. */
  readonly seen: Borders;
  /** Those with whose versions the drawing is saved. */
  readonly base: Borders;
  readonly shapes: ShapesInput;
  readonly titleOf: (border: Names) => string;
  /** Whether the shapes come from the map, with what the user has changed. */
  readonly isEdited: boolean;
  /** Those that were on the map, or among what is restored, before others deleted them. */
  readonly removed: readonly Names[];
  /** How often the user has started over. */
  readonly round: number;
}

interface Reading {
  /** Undefined until they have been read. */
  readonly stored: Borders | undefined;
  readonly titleOf: Drawing['titleOf'];
  /** The map shows an edit that is not among its shapes, such as a border that crosses itself. */
  readonly isHeld: boolean;
  /** What was drawn before, and not saved. */
  readonly unsaved?: readonly UnsavedBorder[];
}

/** The drawing after borders were read, or in another language: edits stay, and what is unedited follows. */
export function nextDrawing(drawing: Drawing | null, reading: Reading): Drawing | null {
  const { stored, titleOf, isHeld, unsaved = [] } = reading;
  if (!drawing) return stored ? restore(drawingOf(stored, titleOf, {}), unsaved) : null;
  const isNew = stored !== undefined && stored !== drawing.seen;
  if (isNew && !isHeld && changesOf(drawing, stored).length === 0) {
    if (hasSameVersions(drawing.base, stored) && drawing.titleOf === titleOf)
      return { ...drawing, seen: stored };
    const removed = [...drawing.removed, ...missingFrom(drawing.base, stored)];
    return drawingOf(stored, titleOf, { removed, round: drawing.round });
  }
  return drawing.titleOf === titleOf ? drawing : retitled(drawing, titleOf);
}

/** A drawing with what was drawn before, of the versions that were edited then. */
function restore(drawing: Drawing, unsaved: readonly UnsavedBorder[]): Drawing {
  const stored = new Map(drawing.base.map((border) => [Number(border.id), border]));
  const changed = unsaved.filter((border) => {
    const before = stored.get(border.id);
    return before !== undefined && textOf(border, border) !== textOf(before, before);
  });
  const removed = unsaved.filter(({ id }) => !stored.has(id));
  const edited = new Map(changed.map((border) => [border.id, border]));
  const base = drawing.base.map((border) => ({
    ...border,
    updatedAt: edited.get(Number(border.id))?.updatedAt ?? border.updatedAt,
  }));
  const polygons = drawing.shapes.polygons.map((polygon) => {
    const border = edited.get(Number(polygon.id));
    return border ? { ...polygon, coords: border.coords, geometry: border.geometry ?? null } : polygon;
  });
  return changed.length === 0
    ? { ...drawing, removed }
    : { ...drawing, removed, base, shapes: { polygons, markers: [] } };
}

/** The same shapes under their names in another language. */
function retitled(drawing: Drawing, titleOf: Drawing['titleOf']): Drawing {
  const titles = new Map(drawing.base.map((border) => [Number(border.id), titleOf(border)]));
  const polygons = drawing.shapes.polygons.map((polygon) => ({
    id: polygon.id,
    title: titles.get(Number(polygon.id)) ?? polygon.title,
    color: polygon.color,
    ...(drawing.isEdited ? outlineOf(polygon) : { coords: polygon.coords, geometry: polygon.geometry }),
  }));
  return { ...drawing, titleOf, isEdited: false, shapes: { polygons, markers: [] } };
}

/** Borders as they are stored. */
export function drawingOf(
  base: Borders,
  titleOf: Drawing['titleOf'],
  { removed = [], round = 0 }: Partial<Pick<Drawing, 'removed' | 'round'>>,
): Drawing {
  const polygons = base
    .filter(({ coords }) => coords.length > 2)
    .map((border) => ({
      id: border.id,
      title: titleOf(border),
      color: border.color,
      coords: border.coords,
      geometry: border.geometry ?? null,
    }));
  return { seen: base, base, titleOf, shapes: { polygons, markers: [] }, isEdited: false, removed, round };
}

/**
 * The borders that are drawn otherwise than they are stored, with the version that was edited; without those that others have
 * deleted, which cannot be saved any more.
 */
export function changesOf(
  { base, shapes, isEdited }: Drawing,
  stored: Borders | undefined,
): readonly ChangedBorder[] {
  const drawn = new Map(shapes.polygons.map((polygon) => [Number(polygon.id), polygon]));
  const gone = new Set(stored ? missingFrom(base, stored) : []);
  return base.flatMap((border) => {
    const polygon = drawn.get(Number(border.id));
    if (!polygon || gone.has(border)) return [];
    const after = isEdited ? outlineOf(polygon) : polygon;
    const isSame = textOf(polygon, after) === textOf(border, border);
    const { coords, geometry = null } = after;
    return isSame ? [] : [{ id: Number(border.id), updatedAt: border.updatedAt, coords, geometry }];
  });
}

/** Changed borders as they are stored until they are saved. */
export function unsavedOf({ base }: Drawing, changed: readonly ChangedBorder[]): readonly UnsavedBorder[] {
  const names = new Map(base.map(({ id, uz, ru }) => [Number(id), { uz, ru }]));
  return changed.flatMap((border) => {
    const named = names.get(border.id);
    return named ? [{ ...border, ...named }] : [];
  });
}

/** Returns those of some borders that are no longer stored. */
export function missingFrom(base: Borders, stored: Borders): Borders {
  const ids = new Set(stored.map(({ id }) => Number(id)));
  return base.filter(({ id }) => !ids.has(Number(id)));
}

/** Whether borders are the same ones in the same versions. */
export function hasSameVersions(one: Borders, other: Borders): boolean {
  return one === other || versionsOf(one) === versionsOf(other);
}

/** The outline of an area that the map has given. */
function outlineOf(polygon: ShapesInput['polygons'][number]): OutlineInput {
  // It is one of `Shapes`, whose types say more than what may be given.
  const { coords, geometry = null } = toOutlineValue(polygon as Shapes['polygons'][number]);
  return { coords, geometry };
}

/** Outlines as texts, by the objects that have them: an edit replaces only the objects that it changes. */
const texts = new WeakMap<object, string>();

function textOf(key: object, { coords, geometry = null }: OutlineInput): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify([coords, geometry]);
  texts.set(key, text);
  return text;
}

function versionsOf(borders: Borders): string {
  return borders.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join();
}
