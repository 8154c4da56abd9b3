import { useEffect, useRef } from 'react';
import { useRegistry } from '#kernel/client/index.ts';

/** Reads again whenever plugins were switched, here or in another browser. */
export function useRefetchOnSwitch(refetch: () => Promise<void>): void {
  const registry = useRegistry();
  const seen = useRef(registry);
  useEffect(() => {
    if (seen.current === registry) return;
    seen.current = registry;
    void refetch();
  }, [registry, refetch]);
}
