import { useEffect, useState } from 'react';
import { isAborted, send, useCapabilities } from '#kernel/plugin-api/client.ts';
import { checkBoundary, type Boundary } from '#kernel/domain/geo/boundary.ts';
import type { Overlap } from '../../contract.ts';
import { overlapsCapability } from '../../manifest.ts';

/** How long a border has to rest before it is asked about, in ms. */
const rest = 500;

/** Which neighbourhoods a border that is being drawn overlaps; nothing while it is no border yet, or can't be asked about. */
export function useOverlaps({ coords, geometry }: Boundary, id: number | null): readonly Overlap[] {
  const able = useCapabilities('neighborhoods').includes(overlapsCapability);
  const [found, setFound] = useState<Boundary & { readonly overlaps: readonly Overlap[] }>();
  useEffect(() => {
    const boundary = { coords, ...(geometry ? { geometry } : {}) };
    if (!able || checkBoundary(boundary) !== null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = { ...boundary, ...(id === null ? {} : { id }) };
      send<{ overlaps: readonly Overlap[] }>('POST', 'neighborhoods/overlaps', body, { signal: abort.signal })
        .then(({ overlaps }) => setFound({ coords, geometry, overlaps }))
        // A warning that cannot be had is no reason to disturb: saving answers it too.
        .catch((error: unknown) => isAborted(error) || setFound(undefined));
    }, rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [able, coords, geometry, id]);
  return found && found.coords === coords && found.geometry === geometry ? found.overlaps : [];
}
