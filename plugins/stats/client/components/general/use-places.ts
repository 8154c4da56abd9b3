import { useEffect, useState } from 'react';
import { loadPlaces, type PickedPlace, type PlaceColumns, type PlaceOverlay } from '#widgets/map/index.ts';

interface Places {
  /** There as soon as its code is. */
  readonly overlay: PlaceOverlay | null;
  readonly picked: PickedPlace | null;
  /** Whether what was given last is on the map. */
  readonly isReady: boolean;
}

/** Keeps an overlay in step with places and with the categories that are shown. */
export function usePlaces(columns: PlaceColumns | null, shown: ReadonlySet<number> | null): Places {
  const [overlay, setOverlay] = useState<PlaceOverlay | null>(null);
  const [picked, setPicked] = useState<PickedPlace | null>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let made: PlaceOverlay | null = null;
    let gone = false;
    loadPlaces({ onPick: setPicked, onReady: () => setReady(true) }).then((one) => {
      made = one;
      if (gone) one.end();
      else setOverlay(one);
    }, reportError);
    return () => {
      gone = true;
      made?.end();
    };
  }, []);
  useEffect(() => {
    if (columns) overlay?.show(columns);
  }, [overlay, columns]);
  useEffect(() => overlay?.choose(shown), [overlay, shown]);
  return { overlay, picked, isReady };
}
