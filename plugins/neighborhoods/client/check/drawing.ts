import type { Names } from '#kernel/plugin-api/contract.ts';
import { toOutlineValue, type OutlineInput, type Shapes, type ShapesInput } from '#widgets/map/index.ts';
import type { NeighborhoodBorder } from '../../contract.ts';

export type Borders = readonly NeighborhoodBorder[];

/** A border to be sent, with the version that was edited. */
export interface ChangedBorder extends OutlineInput {
  readonly id: number;
  readonly updatedAt: string;
}

/** A changed border as stored until it is saved: with its names, since others may delete the neighbourhood until then. */
export interface UnsavedBorder extends ChangedBorder, Names {}

/** The shapes on the map, and the borders and the language that they were made from. */
export interface Drawing {
  /** The latest borders that were read. */
  readonly seen: Borders;
  /** The borders with whose versions the drawing is saved. */
  readonly base: Borders;
  readonly shapes: ShapesInput;
  readonly titleOf: (border: Names) => string;
  /** Whether the shapes come from the map, with the user's changes. */
  readonly isEdited: boolean;
  /** The borders that were on the map, or in the restored drawing, before others deleted them. */
  readonly removed: readonly Names[];
  /** How often the user has started over. */
  readonly round: number;
}

interface Reading {
  /** Undefined until they are loaded. */
  readonly stored: Borders | undefined;
  readonly titleOf: Drawing['titleOf'];
  /** The map shows an edit that is not in its shapes, such as a self-intersecting border. */
  readonly isHeld: boolean;
  /** Borders that were drawn before and not saved. */
  readonly unsaved?: readonly UnsavedBorder[];
}

/**
 * The drawing after borders were read, or in another language: edits stay, and unedited borders are updated.
 */
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

/** A drawing with unsaved borders applied to the versions that were edited. */
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

/** The same shapes with their names in another language. */
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

/** A drawing of the stored borders. */
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
 * The borders whose drawing differs from the stored one, with the version that was edited; without those that
 * others have deleted, which can no longer be saved.
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

/** Returns the changed borders as they are stored until they are saved. */
export function unsavedOf({ base }: Drawing, changed: readonly ChangedBorder[]): readonly UnsavedBorder[] {
  const names = new Map(base.map(({ id, uz, ru }) => [Number(id), { uz, ru }]));
  return changed.flatMap((border) => {
    const named = names.get(border.id);
    return named ? [{ ...border, ...named }] : [];
  });
}

/** Returns the borders that are no longer stored. */
export function missingFrom(base: Borders, stored: Borders): Borders {
  const ids = new Set(stored.map(({ id }) => Number(id)));
  return base.filter(({ id }) => !ids.has(Number(id)));
}

/** Whether two lists have the same borders in the same versions. */
export function hasSameVersions(one: Borders, other: Borders): boolean {
  return one === other || versionsOf(one) === versionsOf(other);
}

/** The outline of an area as emitted by the map. */
function outlineOf(polygon: ShapesInput['polygons'][number]): OutlineInput {
  // It comes from `Shapes`, whose types are narrower than the accepted input.
  const { coords, geometry = null } = toOutlineValue(polygon as Shapes['polygons'][number]);
  return { coords, geometry };
}

/** Outlines as texts, cached by object: an edit replaces only the objects that it changes. */
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
