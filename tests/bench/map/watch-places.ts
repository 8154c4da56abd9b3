/** One picture of a map, as the page handed it over. */
export interface Picture {
  /** Milliseconds since the page was opened. */
  readonly at: number;
  /** When the graphics process had drawn it. */
  drawnAt: number;
  /** How many things were drawn by each call, in order: two pictures of the same things have the same. */
  readonly things: readonly number[];
}

/** A page whose pictures of a map are watched. */
export interface WatchedPage extends Window {
  readonly pictures: readonly Picture[];
  /** Frames in which a picture was drawn, or the finished one moved. */
  readonly changedFrames: () => number;
  /** Ends the asking when pictures have been drawn, which would be counted with what they cost. */
  stopAsking(): void;
}

/** Runs in the page before anything else: notes each picture of a map, and when it was really drawn. */
// Over 60 lines: it runs in the page, where nothing of this module is.
export function watchPictures(): void {
  const pictures: Picture[] = [];
  let asking = true;
  let frames = 0;
  let counted = false;
  Object.assign(window, {
    pictures,
    changedFrames: () => frames,
    stopAsking: () => void (asking = false),
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

  /** Draws come in the same frame; the next one takes stock of them. */
  function take(): void {
    const gl = context;
    const picture = { at: performance.now(), drawnAt: 0, things };
    pictures.push(picture);
    things = [];
    context = null;
    if (!asking) return;
    const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl?.flush();
    const ask = () => {
      if (!gl || !fence || !asking) return;
      const status = gl.clientWaitSync(fence, 0, 0);
      if (status === gl.TIMEOUT_EXPIRED) setTimeout(ask, 4);
      else picture.drawnAt = performance.now();
    };
    ask();
  }
}
