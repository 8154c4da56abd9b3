import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { loadPlaces, type PickedPlace, type PlaceColumns, type PlaceOverlay } from '#widgets/map/index.ts';

/** The state of an overlay of places. */
export interface PlaceOverlayState {
  /** The overlay; null until its code is loaded. */
  readonly overlay: PlaceOverlay | null;
  /** The place that was clicked last. */
  readonly picked: PickedPlace | null;
  /** Whether the places are indexed, so that all of them can be drawn and found. */
  readonly isReady: boolean;
  /** The error, if there is no overlay. */
  readonly error: Error | null;
  /** Loads the overlay's code again. */
  readonly retry: () => void;
}

/**
 * A map overlay with these places, limited to the given categories if any. Its code is loaded on first use; the overlay
 * is destroyed with the component.
 *
 * @example const { overlay, isReady } = usePlaceOverlay(columns); return <OfficeMap overlay={isReady ? overlay : undefined} />;
 */
export function usePlaceOverlay(
  columns: PlaceColumns | null,
  shown: ReadonlySet<number> | null = null,
): PlaceOverlayState {
  const [overlay, setOverlay] = useState<PlaceOverlay | null>(null);
  const [picked, setPicked] = useState<PickedPlace | null>(null);
  const [isReady, setReady] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let made: PlaceOverlay | null = null;
    let gone = false;
    function fail(reason: Error): void {
      if (gone) return;
      setOverlay(null);
      setReady(false);
      setError(reason);
    }
    loadPlaces({ onPick: setPicked, onReady: () => setReady(true), onError: fail }).then((one) => {
      made = one;
      if (gone) one.end();
      else setOverlay(one);
    }, fail);
    return () => {
      gone = true;
      made?.end();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each attempt loads the code again
  }, [attempt]);
  // Before the next frame, which the map would draw without them.
  useLayoutEffect(() => {
    if (columns) overlay?.show(columns);
  }, [overlay, columns]);
  useEffect(() => overlay?.choose(shown), [overlay, shown]);
  const retry = useCallback(() => {
    setError(null);
    setAttempt((before) => before + 1);
  }, []);
  return { overlay, picked, isReady, error, retry };
}
