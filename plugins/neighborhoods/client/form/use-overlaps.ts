import { useEffect, useState } from 'react';
import { isAborted, send } from '#kernel/plugin-api/client.ts';
import { checkPolygon, type Coordinates } from '#kernel/domain/geo/index.ts';
import type { Overlap } from '../../contract.ts';

/** How long a border has to rest before it is asked about, in ms. */
const rest = 500;

/** Which neighbourhoods a border that is being drawn overlaps; nothing while it is no border yet, or can't be asked about. */
export function useOverlaps(coords: readonly Coordinates[], id: number | null): readonly Overlap[] {
  const [found, setFound] = useState<{ coords: readonly Coordinates[]; overlaps: readonly Overlap[] }>();
  useEffect(() => {
    if (checkPolygon(coords) !== null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = { coords, ...(id === null ? {} : { id }) };
      send<{ overlaps: readonly Overlap[] }>('POST', 'neighborhoods/overlaps', body, { signal: abort.signal })
        .then(({ overlaps }) => setFound({ coords, overlaps }))
        // A warning that cannot be had is no reason to disturb: saving answers it too.
        .catch((error: unknown) => isAborted(error) || setFound(undefined));
    }, rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [coords, id]);
  return found?.coords === coords ? found.overlaps : [];
}
