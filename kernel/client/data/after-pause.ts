/**
 * Calls a function after a pause. The returned function cancels the call, or aborts what it has started: for an effect that
 * follows typing.
 *
 * @example useEffect(() => afterPause(400, (signal) => void check(text, signal)), [text]);
 */
export function afterPause(pauseMs: number, work: (signal: AbortSignal) => void): () => void {
  const abort = new AbortController();
  const timer = setTimeout(() => work(abort.signal), pauseMs);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}
