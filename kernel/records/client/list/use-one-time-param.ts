import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Does once what the address of a list asks for by a parameter, such as opening a form, and takes the parameter away: a
 * reload, or the way back, is no wish for another. What is asked for is named by its id, since addresses are kept by
 * browsers, and visible to others at the screen.
 */
export function useOneTimeParam(parameter: string, grant: (value: string) => void): void {
  const [params, setParams] = useSearchParams();
  const wished = params.get(parameter);
  useEffect(() => {
    if (wished === null) return;
    grant(wished);
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete(parameter);
        return rest;
      },
      { replace: true },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- the address alone says when
  }, [wished]);
}
