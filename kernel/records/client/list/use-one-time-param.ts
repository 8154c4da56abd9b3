import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Handles a parameter of the address once, such as opening a form, and removes it, so that neither a reload nor the
 * back button repeats it. Its value is an id, never personal data, since browsers store addresses and others may see
 * them.
 */
export function useOneTimeParam(parameter: string, grant: (value: string) => void): void {
  const [params, setParams] = useSearchParams();
  const requested = params.get(parameter);
  useEffect(() => {
    if (requested === null) return;
    grant(requested);
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete(parameter);
        return rest;
      },
      { replace: true },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when the address changes
  }, [requested]);
}
