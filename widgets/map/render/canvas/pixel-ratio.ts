/** Calls `listener` when `devicePixelRatio` changes: the window is on another screen, or the page is zoomed. */
export function onPixelRatioChange(listener: () => void): () => void {
  const ended = new AbortController();
  function follow(): void {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener(
      'change',
      () => {
        follow();
        listener();
      },
      { once: true, signal: ended.signal },
    );
  }
  follow();
  return () => ended.abort();
}
