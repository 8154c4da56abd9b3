import { Deck, type DeckProps, type Layer, type MapView } from '@deck.gl/core';
import type { View } from '../camera/camera.ts';

/**
 * How the drawing context is created. By default deck.gl copies each frame, and queries all features of the context, which
 * takes half a second without a GPU. Nothing has a height, and the shaders smooth lines and dots themselves: without a
 * GPU, a context with depth and samples takes 230 ms to create, and one without 10.
 */
export const deviceProps = {
  _initializeFeatures: false,
  webgl: { preserveDrawingBuffer: false, antialias: false, depth: false },
} as const satisfies DeckProps['deviceProps'];

/** Recognizers take `enable`, which the types of deck.gl omit. */
const disabled = { enable: false, pointers: 2 };

/** Which gestures deck.gl does not recognize: clicks belong to the tools, and nothing rotates the map. */
export const recognizerOptions: NonNullable<DeckProps['eventRecognizerOptions']> = {
  click: disabled,
  multipan: disabled,
};

/** The number of frames without anything to draw after which the loop stops. */
const idleFrames = 3;

/** How often a stopped loop checks for late changes, in milliseconds: at first, and after a while. */
const idlePollMs = { first: 100, last: 500 } as const;

/**
 * Draws in the frame in which the map has moved. The React component would first render, to pass the move to
 * children as props; ours use `onBeforeRender`, which halves the time of a frame. For the same reason
 * `setView` and `setLayers` set view and layers without a render.
 *
 * Stops its loop when there is nothing to draw: deck.gl itself requests every frame while the page is open.
 */
export class MapDeck extends Deck<MapView> {
  #idle = 0;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  /** The device and its canvas, both of which may still be loading when the map is destroyed. */
  readonly #device = this.animationLoop?.props.device;
  readonly #target = this.props.canvas;

  /** Throws without a drawing context: deck.gl would throw where it cannot be caught. */
  constructor({ _customRender: _renderFirst, ...props }: DeckProps<MapView>) {
    if (!createContext(props)) throw new Error('no drawing context');
    super(props.parent ? { ...props, parent: eventParent(props.parent) } : props);
    // No layer is pickable: hit tests use the model.
    Object.assign(this, { _onEvent: ignore, _onPointerDown: ignore, _onPointerMove: ignore });
  }

  /** Ignores React's view, which is the initial one, and its layers, which are empty. */
  override setProps({ initialViewState: _beginning, layers: _none, ...props }: DeckProps<MapView>): void {
    super.setProps(props.parent ? { ...props, parent: eventParent(props.parent) } : props);
    // The constructor of deck.gl calls this before the fields exist.
    if (#idle in this) this.wake();
  }

  /** Draws these layers from the next frame on. */
  setLayers(layers: readonly Layer[]): void {
    super.setProps({ layers: [...layers] });
    this.wake();
  }

  /** Shows this view from the next frame on. */
  setView(view: View & Readonly<Record<string, number>>): void {
    super.setProps({ initialViewState: view });
    this.wake();
  }

  /** Continues from this view, which the drawn frame already shows: draws it only together with another change. */
  keepFrame(view: View & Readonly<Record<string, number>>): void {
    const isDue = this.needsRedraw() !== false;
    super.setProps({ initialViewState: view });
    if (!isDue) this.needsRedraw({ clearRedrawFlags: true });
  }

  /**
   * Stops observing whether the canvas is in the window: luma.gl only logs it, and it costs each frame of the page. There is
   * no option for it.
   */
  ignoreVisibility(): void {
    const { _canvasObserver: observer } = Object(this.device?.canvasContext);
    Object(observer)['_intersectionObserver']?.disconnect();
  }

  /** Starts the loop for the next frame. */
  wake(): void {
    this.#idle = 0;
    if (this.#alarm === undefined) return;
    clearTimeout(this.#alarm);
    this.#alarm = undefined;
    void this.animationLoop?.start();
  }

  override redraw(reason?: string): void {
    const isDue = reason !== undefined || this.needsRedraw() !== false;
    super.redraw(reason);
    if (isDue) this.wake();
    else this.#rest();
  }

  override finalize(): void {
    clearTimeout(this.#alarm);
    super.finalize();
  }

  /**
   * Releases the drawing context permanently, after its canvas was removed from the page: browsers allow
   * sixteen per page, and free them late. deck.gl does not destroy its device, whose listeners hold the map.
   * Under StrictMode the canvas stays, and the next deck draws on it with the same device.
   */
  async release(): Promise<void> {
    const canvas = this.#target;
    if (!(canvas instanceof HTMLCanvasElement) || canvas.isConnected) return;
    const device = await Promise.resolve(this.#device).catch(() => undefined);
    device?.canvasContext?.destroy();
    device?.destroy();
    const context = canvas.getContext('webgl2');
    if (context) await loseWhenIdle(context);
  }

  #rest(): void {
    this.#idle += 1;
    if (this.#idle < idleFrames || !this.isInitialized || !this.animationLoop) return;
    this.animationLoop.stop();
    this.#doze();
  }

  #doze(wait: number = idlePollMs.first): void {
    this.#alarm = setTimeout(() => {
      if (this.needsRedraw() !== false || this.layerManager?.needsUpdate()) this.wake();
      else this.#doze(Math.min(2 * wait, idlePollMs.last));
    }, wait);
  }
}

const ignore = () => undefined;

/**
 * The element in which deck.gl looks for its event root. Panning moves the one that its React component creates, so that a
 * wheel would zoom around a place beside the pointer.
 */
function eventParent(parent: HTMLDivElement): HTMLDivElement {
  return parent.closest<HTMLDivElement>('.km-deck') ?? parent;
}

/** Creates the context for deck.gl in its final size: resizing it takes as long as creating it. */
function createContext({ canvas, parent }: DeckProps<MapView>): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const { width = 0, height = 0 } = parent?.getBoundingClientRect() ?? {};
  canvas.width = Math.max(1, Math.round(width * devicePixelRatio));
  canvas.height = Math.max(1, Math.round(height * devicePixelRatio));
  return canvas.getContext('webgl2', deviceProps.webgl) !== null;
}

/** How often a context is checked for pending draws, and how long at most, in milliseconds. */
const idleCheckMs = 50;
const longestWaitMs = 10_000;

/** Releases a context after its pending draws: releasing waits for them, and without a GPU that would block the page. */
async function loseWhenIdle(context: WebGL2RenderingContext): Promise<void> {
  const extension = context.getExtension('WEBGL_lose_context');
  const fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
  context.flush();
  const isIdle = () => !fence || context.getSyncParameter(fence, context.SYNC_STATUS) === context.SIGNALED;
  for (let waited = 0; waited < longestWaitMs && !isIdle(); waited += idleCheckMs) {
    await new Promise((resolve) => setTimeout(resolve, idleCheckMs));
  }
  extension?.loseContext();
}
