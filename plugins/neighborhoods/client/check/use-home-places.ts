import { useEffect, useMemo, useState } from 'react';
import { toastError, useCapabilities, useRead, useText } from '#kernel/plugin-api/client.ts';
import { loadPlaces, type PlaceColumns, type PlaceOverlay } from '#widgets/map/index.ts';
import { cityPlanCapability } from '../../manifest.ts';
import { homePinsDocument } from '../queries.ts';

/** As a pin of the form of a household. */
const color = '#d64550';

/** The homes of the city, drawn over its borders; null until they are there. */
export function useHomePlaces(): PlaceOverlay | null {
  const t = useText('neighborhoods');
  const ableToRead = useCapabilities('neighborhoods').includes(cityPlanCapability);
  const { data } = useRead(homePinsDocument, { skip: !ableToRead });
  const pins = data?.answer;
  const title = t('check.home');
  const columns = useMemo((): PlaceColumns | null => {
    if (!pins) return null;
    const { ids, latitudes, longitudes } = pins;
    const positions = new Float64Array(ids.length * 2);
    for (const row of ids.keys()) {
      positions[row * 2] = (longitudes[row] ?? 0) / 1e6;
      positions[row * 2 + 1] = (latitudes[row] ?? 0) / 1e6;
    }
    return {
      positions,
      ids: Float64Array.from(ids),
      categories: new Uint8Array(ids.length),
      legend: [{ id: 1, title, color }],
    };
  }, [pins, title]);
  const [overlay, setOverlay] = useState<PlaceOverlay | null>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let made: PlaceOverlay | null = null;
    let gone = false;
    loadPlaces({ onPick: () => undefined, onReady: () => setReady(true) }).then((one) => {
      made = one;
      if (gone) one.end();
      else setOverlay(one);
    }, toastError);
    return () => {
      gone = true;
      made?.end();
    };
  }, []);
  useEffect(() => {
    if (columns) overlay?.show(columns);
  }, [overlay, columns]);
  return isReady ? overlay : null;
}
