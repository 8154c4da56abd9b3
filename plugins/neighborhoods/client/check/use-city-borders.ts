import { useMemo, useState } from 'react';
import { useName, useRead, useText } from '#kernel/plugin-api/client.ts';
import { toOutlineValue, type OutlineInput, type Shapes, type ShapesInput } from '#widgets/map/index.ts';
import type { NeighborhoodBorder } from '../../contract.ts';
import { bordersDocument } from '../queries.ts';

type Borders = readonly NeighborhoodBorder[];

/** A border as it is sent, with the version that was edited. */
export interface ChangedBorder extends OutlineInput {
  readonly id: number;
  readonly updatedAt: string;
}

/** What the map shows, and the borders and the language of which it was made. */
interface Drawing {
  /** The newest ones that were read. */
  readonly seen: Borders;
  /** Those with whose versions the drawing is saved. */
  readonly base: Borders;
  readonly shapes: ShapesInput;
  readonly titleOf: (border: NeighborhoodBorder) => string;
  /** Whether the shapes come from the map, with what the user has changed. */
  readonly isEdited: boolean;
}

/** The borders of the city as they are edited. What others save meanwhile is not lost, and does not take away what is drawn. */
export function useCityBorders() {
  const { data, error, loading, refetch } = useRead(bordersDocument);
  const stored = data?.answer.borders;
  const titleOf = useTitle();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const next = nextDrawing(drawing, stored, titleOf);
  if (next !== drawing) setDrawing(next);
  const changed = useMemo(() => (next ? changesOf(next) : []), [next]);
  return {
    shapes: next?.shapes,
    changed,
    /** Others have changed borders since these were read. */
    isOld: next !== null && stored !== undefined && !areSame(next.base, stored),
    error,
    loading,
    refetch,
    take(shapes: Shapes): void {
      setDrawing((before) => before && { ...before, shapes, isEdited: true });
    },
    /** Shows what is stored, without what was drawn. */
    startAfresh(): void {
      if (stored) setDrawing(drawingOf(stored, titleOf));
    },
    /** What was drawn is stored: these borders have a new version. */
    settle(saved: Borders): void {
      const versions = new Map(saved.map((border) => [Number(border.id), border]));
      setDrawing(
        (before) =>
          before && {
            ...before,
            base: before.base.map((border) => versions.get(Number(border.id)) ?? border),
            seen: stored ?? before.seen,
          },
      );
    },
  };
}

function nextDrawing(
  drawing: Drawing | null,
  stored: Borders | undefined,
  titleOf: Drawing['titleOf'],
): Drawing | null {
  if (!drawing) return stored ? drawingOf(stored, titleOf) : null;
  if (stored && stored !== drawing.seen && changesOf(drawing).length === 0)
    return areSame(drawing.base, stored) ? { ...drawing, seen: stored } : drawingOf(stored, titleOf);
  if (drawing.titleOf === titleOf) return drawing;
  const titles = new Map(drawing.base.map((border) => [Number(border.id), titleOf(border)]));
  const polygons = drawing.shapes.polygons.map((polygon) => ({
    id: polygon.id,
    title: titles.get(Number(polygon.id)) ?? polygon.title,
    color: polygon.color,
    ...(drawing.isEdited ? outlineOf(polygon) : { coords: polygon.coords, geometry: polygon.geometry }),
  }));
  return { ...drawing, titleOf, isEdited: false, shapes: { polygons, markers: [] } };
}

function drawingOf(base: Borders, titleOf: Drawing['titleOf']): Drawing {
  const polygons = base
    .filter(({ coords }) => coords.length > 2)
    .map((border) => ({
      id: border.id,
      title: titleOf(border),
      color: border.color,
      coords: border.coords,
      geometry: border.geometry ?? null,
    }));
  return { seen: base, base, titleOf, shapes: { polygons, markers: [] }, isEdited: false };
}

/** The borders that are drawn otherwise than they are stored, with the version that was edited. */
function changesOf({ base, shapes, isEdited }: Drawing): readonly ChangedBorder[] {
  const drawn = new Map(shapes.polygons.map((polygon) => [Number(polygon.id), polygon]));
  return base.flatMap((border) => {
    const polygon = drawn.get(Number(border.id));
    if (!polygon) return [];
    const after = isEdited ? outlineOf(polygon) : polygon;
    const isSame = textOf(polygon, after) === textOf(border, border);
    const { coords, geometry = null } = after;
    return isSame ? [] : [{ id: Number(border.id), updatedAt: border.updatedAt, coords, geometry }];
  });
}

/** The outline of an area that the map has given. */
function outlineOf(polygon: ShapesInput['polygons'][number]): OutlineInput {
  // It is one of `Shapes`, whose types say more than what may be given.
  const { coords, geometry = null } = toOutlineValue(polygon as Shapes['polygons'][number]);
  return { coords, geometry };
}

/** Outlines as texts, by the objects that have them: an edit makes new objects of what it changes alone. */
const texts = new WeakMap<object, string>();

function textOf(key: object, { coords, geometry = null }: OutlineInput): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify([coords, geometry]);
  texts.set(key, text);
  return text;
}

function areSame(one: Borders, other: Borders): boolean {
  return one === other || versionsOf(one) === versionsOf(other);
}

function versionsOf(borders: Borders): string {
  return borders.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join();
}

/** How a neighbourhood is called, in the language of the moment. */
function useTitle(): Drawing['titleOf'] {
  const t = useText('neighborhoods');
  const nameOf = useName();
  return useMemo(() => (border) => t('mfy', { name: nameOf(border) }), [t, nameOf]);
}
