/** The drawing calls of one drag or one load. */
export interface Counts {
  /** Draw calls of WebGL or of a 2D canvas. */
  readonly draws: number;
  /** Bytes of buffers and textures passed to WebGL. */
  readonly bytes: number;
  /** Read-backs of pixels, each of which blocks the page until everything is drawn. */
  readonly reads: number;
  /** Frames in which anything was drawn. */
  readonly pictures: number;
  /** Milliseconds between consecutive drawn frames. */
  readonly gaps: readonly number[];
}

/** A page in which drawing calls are counted. */
export interface CountedPage extends Window {
  /** Resets, and returns the counts so far. */
  count(): Counts;
}

/** Runs in the page first: counts drawing calls. This costs time, so nothing is timed in the same run. */
export function countDrawing(): void {
  let draws = 0;
  let bytes = 0;
  let reads = 0;
  let drawnBefore = 0;
  let pictures: number[] = [];

  const wrap = (prototype: object, names: readonly string[], note: (given: unknown[]) => void) => {
    for (const name of names) {
      const original = Reflect.get(prototype, name) as ((...given: unknown[]) => unknown) | undefined;
      if (!original) continue;
      Reflect.set(prototype, name, function counted(this: object, ...given: unknown[]) {
        note(given);
        return Reflect.apply(original, this, given);
      });
    }
  };
  const draw = () => void (draws += 1);
  const upload = (given: unknown[]) => {
    for (const value of given) {
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) bytes += value.byteLength;
    }
  };
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const kinds = ['Arrays', 'Elements', 'ArraysInstanced', 'ElementsInstanced', 'RangeElements'];
    wrap(
      prototype,
      kinds.map((kind) => `draw${kind}`),
      draw,
    );
    wrap(
      prototype,
      ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D', 'texImage3D', 'texSubImage3D'],
      upload,
    );
    wrap(prototype, ['readPixels'], () => void (reads += 1));
  }
  wrap(CanvasRenderingContext2D.prototype, ['fill', 'stroke', 'drawImage', 'fillRect'], draw);
  wrap(CanvasRenderingContext2D.prototype, ['getImageData'], () => void (reads += 1));

  function countFrame(time: number): void {
    if (draws !== drawnBefore) pictures.push(time);
    drawnBefore = draws;
    requestAnimationFrame(countFrame);
  }
  requestAnimationFrame(countFrame);

  Object.assign(window, {
    count(): Counts {
      const gaps = pictures.slice(1).map((time, index) => time - (pictures[index] ?? 0));
      const counts = { draws, bytes, reads, pictures: pictures.length, gaps };
      [draws, bytes, reads, drawnBefore, pictures] = [0, 0, 0, 0, []];
      return counts;
    },
  });
}
