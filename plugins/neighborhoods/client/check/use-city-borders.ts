import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type DraftHandle, useDraft, useName, useRead, useText } from '#kernel/plugin-api/client.ts';
import type { Shapes } from '#widgets/map/index.ts';
import { bordersDocument } from '../data/queries.ts';
import {
  changesOf,
  drawingOf,
  hasSameVersions,
  missingFrom,
  nextDrawing,
  type Borders,
  type Drawing,
  type UnsavedBorder,
  unsavedOf,
} from './drawing.ts';

/**
 * The city's borders as edited. Changes by others are not lost, and do not remove edits. `crossed`: the
 * number of self-intersecting borders on the map, which cannot be saved yet.
 */
export function useCityBorders(crossed: number) {
  const { data, error, loading, refetch } = useRead(bordersDocument);
  const stored = data?.response.borders;
  const titleOf = useTitle();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const draft = useDraft<readonly UnsavedBorder[]>('neighborhoods.check', []);
  const [unsaved] = useState(draft.value);
  const [isRestored, setRestored] = useState(unsaved.length > 0);
  const next = nextDrawing(drawing, { stored, titleOf, isHeld: crossed > 0, unsaved });
  if (next !== drawing) setDrawing(next);
  const changed = useMemo(() => (next ? changesOf(next, stored) : []), [next, stored]);
  const unsavedNow = useMemo(
    () => (next && stored ? unsavedOf(next, changed) : null),
    [next, stored, changed],
  );
  useStoring(draft, unsavedNow);
  const missing = next && stored ? missingFrom(next.base, stored) : [];
  return {
    shapes: next?.shapes,
    /** Changes when the map has to discard everything drawn on it. */
    round: next?.round ?? 0,
    /** The number of stored neighbourhoods, with or without a border. */
    count: stored?.length ?? 0,
    changed,
    isDirty: changed.length > 0 || crossed > 0,
    /** Whether earlier edits are on the map, such as after a lost session. */
    isRestored: isRestored && changed.length > 0,
    /** Others have changed borders since these were read. */
    isOld: next !== null && stored !== undefined && !hasSameVersions(next.base, stored),
    /** The names of the borders that others have deleted since the page was opened. */
    removed: [...(next?.removed ?? []), ...missing].map(titleOf),
    /** Whether they are still on the map, among the edited ones. */
    hasRemoved: missing.length > 0,
    error,
    loading,
    refetch,
    take(shapes: Shapes): void {
      setDrawing((before) => before && { ...before, shapes, isEdited: true });
    },
    /** Shows the stored borders, and discards the edits. */
    startOver(): void {
      setRestored(false);
      if (stored) setDrawing(drawingOf(stored, titleOf, { round: (next?.round ?? 0) + 1 }));
    },
    /** The user has seen which ones were deleted. */
    discardRemoved(): void {
      setDrawing((before) => before && { ...before, removed: [] });
    },
    /** Takes over the new versions of the borders after they are saved. */
    settle(saved: Borders): void {
      setRestored(false);
      setDrawing((before) => before && { ...withVersions(before, saved), seen: stored ?? before.seen });
    },
  };
}

function withVersions(drawing: Drawing, saved: Borders): Drawing {
  const versions = new Map(saved.map((border) => [Number(border.id), border]));
  return { ...drawing, base: drawing.base.map((border) => versions.get(Number(border.id)) ?? border) };
}

/** Stores edits until they are saved, so that they survive a reload and a lost session; null before the borders are read. */
function useStoring(draft: DraftHandle<readonly UnsavedBorder[]>, unsaved: readonly UnsavedBorder[] | null) {
  const store = useEffectEvent((edits: readonly UnsavedBorder[]) => {
    if (edits.length > 0) draft.setValue(edits);
    else if (draft.dirty) void draft.clear();
  });
  useEffect(() => {
    if (unsaved) store(unsaved);
  }, [unsaved]);
}

/** The name of a neighbourhood in the current language. */
function useTitle(): Drawing['titleOf'] {
  const t = useText('neighborhoods');
  const nameOf = useName();
  return useMemo(() => (border) => t('mfy', { name: nameOf(border) }), [t, nameOf]);
}
