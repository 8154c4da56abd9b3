import { useEffect, useState } from 'react';
import { isAborted, send, useCapabilities } from '#kernel/plugin-api/client.ts';
import { checkBoundary, type Boundary } from '#kernel/domain/geo/boundary.ts';
import type { Overlap } from '../../contract.ts';
import { overlapsCapability } from '../../manifest.ts';

/** Debounce of the query after the last change, in milliseconds. */
const rest = 500;

/** The neighbourhoods that a border being drawn overlaps; empty while it is invalid or cannot be checked. */
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
        // A failed check needs no message: saving returns the warning too.
        .catch((error: unknown) => isAborted(error) || setFound(undefined));
    }, rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [able, coords, geometry, id]);
  return found && found.coords === coords && found.geometry === geometry ? found.overlaps : [];
}
