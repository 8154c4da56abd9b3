import { Deck, type DeckProps, type Layer, type MapView } from '@deck.gl/core';
import type { View } from '../camera/camera.ts';

/**
 * How the drawing context is made. deck.gl would keep each picture, which costs a copy of it, and ask beforehand for all
 * that a context may be able to, of which it needs next to nothing: half a second where no graphics card helps.
 */
export const deviceProps = {
  _initializeFeatures: false,
  webgl: { preserveDrawingBuffer: false },
} as const satisfies DeckProps['deviceProps'];

/** After so many frames in which there was nothing to draw, it sleeps. */
const idleFrames = 3;

/** How often it looks up while it sleeps, in milliseconds: a picture of a marker that came late is drawn then. */
const idlePollMs = 100;

/**
 * Draws in the very frame in which the map has moved. The React component would render itself first, so that children
 * learn of the move from their props; ours are told by `onBeforeRender`, and a picture costs the page half as much. For
 * the same reason a new place to look at comes by `look`, and what is drawn by `paint`, and not by a render.
 *
 * A map that rests sleeps: deck.gl alone would ask for every frame of the screen for as long as the page is open.
 */
export class MapDeck extends Deck<MapView> {
  #idle = 0;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /** Throws where there is no drawing context: deck.gl would do so where nobody can catch it. */
  constructor({ _customRender: _renderFirst, ...props }: DeckProps<MapView>) {
    if (!createContext(props)) throw new Error('this browser has no drawing context to give');
    super(props);
  }

  /** What React says of the view is where the map began, and of the layers nothing. */
  override setProps({ initialViewState: _beginning, layers: _none, ...props }: DeckProps<MapView>): void {
    super.setProps(props);
    // The constructor of deck.gl calls this before there are fields of ours.
    if (#idle in this) this.wake();
  }

  /** Draws these layers, from the next frame on. */
  setLayers(layers: readonly Layer[]): void {
    super.setProps({ layers: [...layers] });
    this.wake();
  }

  /** Looks elsewhere, from the next frame on. */
  setView(view: View & Readonly<Record<string, number>>): void {
    super.setProps({ initialViewState: view });
    this.wake();
  }

  /** There is something to draw in the next frame. */
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

  #rest(): void {
    this.#idle += 1;
    if (this.#idle < idleFrames || !this.isInitialized || !this.animationLoop) return;
    this.animationLoop.stop();
    this.#doze();
  }

  #doze(): void {
    this.#alarm = setTimeout(() => {
      if (this.needsRedraw() !== false || this.layerManager?.needsUpdate()) this.wake();
      else this.#doze();
    }, idlePollMs);
  }
}

/** Makes the context that deck.gl then finds on its canvas, in its right size: to change that takes as long again. */
function createContext({ canvas, parent }: DeckProps<MapView>): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const { width = 0, height = 0 } = parent?.getBoundingClientRect() ?? {};
  canvas.width = Math.max(1, Math.round(width * devicePixelRatio));
  canvas.height = Math.max(1, Math.round(height * devicePixelRatio));
  return canvas.getContext('webgl2', deviceProps.webgl) !== null;
}
