/** One frame of a map, as submitted by the page. */
export interface Picture {
  /** Milliseconds since the page was opened. */
  readonly at: number;
  /** The same when the GPU process had drawn it; 0 until then. */
  drawnAt: number;
  /** The number of objects drawn by each call, in order: equal for two frames with the same content. */
  readonly things: readonly number[];
}

/** A page whose map frames are watched. */
export interface WatchedPage extends Window {
  readonly pictures: readonly Picture[];
  /** The number of frames in which the map was drawn, or the finished frame moved. */
  readonly changedFrames: () => number;
  /** Stops polling for drawn frames, whose cost would be counted too. */
  stopPolling(): void;
}

/** Runs in the page first: records each frame of a map, and when it was actually drawn. */
// Over 60 lines: it runs in the page, where nothing of this module exists.
export function watchPictures(): void {
  const pictures: Picture[] = [];
  let isPolling = true;
  let frames = 0;
  let counted = false;
  Object.assign(window, {
    pictures,
    changedFrames: () => frames,
    stopPolling: () => void (isPolling = false),
  });

  function countFrame(): void {
    if (counted) return;
    counted = true;
    frames += 1;
    requestAnimationFrame(() => (counted = false));
  }
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => (target as Element).classList.contains('km-canvas'))) countFrame();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
  let things: number[] = [];
  let context: WebGL2RenderingContext | null = null;
  const { prototype } = WebGL2RenderingContext;
  for (const [name, place] of [
    ['drawArraysInstanced', 3],
    ['drawElementsInstanced', 4],
    ['drawArrays', 2],
    ['drawElements', 1],
  ] as const) {
    const original = prototype[name] as (...given: unknown[]) => void;
    Reflect.set(prototype, name, function noted(this: WebGL2RenderingContext, ...given: unknown[]) {
      note(this, given[place] as number);
      Reflect.apply(original, this, given);
    });
  }

  function note(gl: WebGL2RenderingContext, count: number): void {
    if (context === null) {
      countFrame();
      requestAnimationFrame(take);
    }
    context = gl;
    things.push(count);
  }

  /** All draw calls of a frame come together; the next frame records them. */
  function take(): void {
    const gl = context;
    const picture = { at: performance.now(), drawnAt: 0, things };
    pictures.push(picture);
    things = [];
    context = null;
    if (!isPolling) return;
    const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl?.flush();
    const poll = () => {
      if (!gl || !fence || !isPolling) return;
      const status = gl.clientWaitSync(fence, 0, 0);
      if (status === gl.TIMEOUT_EXPIRED) setTimeout(poll, 4);
      else picture.drawnAt = performance.now();
    };
    poll();
  }
}
