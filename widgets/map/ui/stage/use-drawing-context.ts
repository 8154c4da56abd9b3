import { useCallback, useEffect, useState } from 'react';

type Phase = 'loading' | 'ready' | 'failed';

/**
 * Whether the canvas can draw; with each attempt it gets a new drawing context. Without WebGL the map is drawn on a plain 2D
 * canvas, and fails only if that is not available either.
 */
export function useDrawingContext(
  mayDraw: boolean,
  onError: (error: Error) => void,
  onPlain: (isPlain: boolean) => void,
) {
  const [{ phase, attempt, isPlain }, setState] = useState({
    phase: 'loading' as Phase,
    attempt: 0,
    isPlain: false,
  });
  const [mightDraw, setMightDraw] = useState(mayDraw);
  if (mayDraw !== mightDraw) {
    setMightDraw(mayDraw);
    if (phase === 'ready') setState({ phase: 'loading', attempt, isPlain });
  }
  useEffect(() => {
    if (phase === 'failed') onError(new Error('no drawing context'));
  }, [phase, onError]);
  useEffect(() => onPlain(isPlain), [isPlain, onPlain]);

  // A replaced canvas may report its loss twice.
  const onLost = useCallback(
    (reason: 'lost' | 'none') =>
      setState((last) =>
        last.attempt === attempt
          ? {
              phase: reason === 'none' && last.isPlain ? 'failed' : 'loading',
              attempt: attempt + 1,
              isPlain: reason === 'none',
            }
          : last,
      ),
    [attempt],
  );
  const onCanvasReady = () => setState((last) => ({ ...last, phase: 'ready' }));
  const retry = () => setState((last) => ({ phase: 'loading', attempt: last.attempt + 1, isPlain: false }));
  return { phase, attempt, isPlain, onLost, onCanvasReady, retry };
}
