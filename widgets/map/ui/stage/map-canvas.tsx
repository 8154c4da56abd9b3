import { MapView, WebMercatorViewport, type Deck, type Layer } from '@deck.gl/core';
import DeckGL, { type DeckGLRef } from '@deck.gl/react';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { style } from '../style/stylesheet.ts';
import { zoomRange, type Camera, type Size, type View } from '../../render/camera/camera.ts';
import { FinishedPicture, margin } from '../../render/camera/finished-picture.ts';
import type { Slider } from '../../tools/pan.ts';
import { PartBoundary } from './error-boundary.tsx';
import { deviceProps, PromptDeck } from '../../render/canvas/map-deck.ts';
import type { Sheet } from '../../render/canvas/overlay-canvas.ts';

/** What others do with the canvas. */
export interface CanvasHandle extends Slider {
  /** Draws these layers, without a render of React. */
  paint(layers: readonly Layer[]): void;
  /** Draws on the sheet above them. */
  sketch(): void;
  /** Looks at a place. */
  look(view: View): void;
}

export interface MapCanvasProps {
  readonly camera: Camera;
  /** The ground under the shapes; it fills the canvas. */
  readonly ground: ReactNode;
  /** A picture of this view is about to be drawn. */
  readonly onDraw: (view: View) => void;
  /** Draws what lies on the sheet. */
  readonly onSketch: (sheet: Sheet) => void;
  readonly doubleClickZoom: boolean;
  readonly onMove: () => void;
  /** The camera knows another size now; on a busy machine the first one is that of a canvas nobody has laid out yet. */
  readonly onResize: () => void;
  readonly onReady: () => void;
  /** The drawing context is gone, or could not be had. */
  readonly onLost: (reason: 'lost' | 'none') => void;
  readonly ref: Ref<CanvasHandle>;
}

const view = new MapView({ repeat: false });

/**
 * The canvas: deck.gl, which takes pointers; the ground below; a flat sheet above for what is in the hand. All reach beyond
 * what is seen by a margin, so that they can be moved. No layer can be picked: hits come from the model.
 */
export function MapCanvas(props: MapCanvasProps) {
  const { camera, ground, doubleClickZoom, onDraw, onMove, onResize, onReady, onLost, ref } = props;
  const id = useId();
  const deckRef = useRef<DeckGLRef<MapView>>(null);
  const began = useRef(false);
  const [beginning] = useState(() => ({ ...camera.view, ...limits }));
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLCanvasElement>(null);
  const size = useRef<Size>({ width: 0, height: 0 });
  const [picture] = useState(() => new FinishedPicture());
  useRelease(frame);

  useLayoutEffect(() => {
    picture.hang(frame.current);
  }, [picture]);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useImperativeHandle(ref, () => {
    let stamp = 0;
    function look(next: View): void {
      camera.set(next);
      stamp += 1;
      const deck = deckRef.current?.deck;
      if (deck instanceof PromptDeck) deck.look({ ...camera.view, ...limits, stamp });
      // deck.gl tells only of moves that it made itself.
      latest.current.onMove();
    }
    return {
      paint(layers) {
        const deck = deckRef.current?.deck;
        if (deck instanceof PromptDeck) deck.paint(layers);
      },
      sketch: () => drawSheet(sheet.current, picture, size.current, latest.current.onSketch),
      look,
      slide(next) {
        camera.set(next);
        if (!picture.moveTo(next)) look(next);
      },
      rest() {
        if (picture.isMoved(camera.view)) look(camera.view);
      },
    };
  }, [camera, picture]);

  function draw(): void {
    const [viewport] = deckRef.current?.deck?.getViewports() ?? [];
    if (!(viewport instanceof WebMercatorViewport)) return;
    picture.take(viewport, camera.view);
    if (picture.drawn) onDraw(picture.drawn);
    drawSheet(sheet.current, picture, size.current, latest.current.onSketch);
  }

  function begin(): void {
    const deck = deckRef.current?.deck;
    const canvas = deck?.getCanvas();
    if (!deck || !canvas || began.current) return;
    began.current = true;
    // deck.gl makes a stop of Tab of itself, without a name; the stage around it is one.
    for (const stop of frame.current?.querySelectorAll('[tabindex]') ?? []) stop.removeAttribute('tabindex');
    canvas.addEventListener('webglcontextlost', () => onLost('lost'), { once: true });
    // Somebody may have looked elsewhere before there was anything to look with.
    if (deck instanceof PromptDeck) deck.look({ ...camera.view, ...limits });
    onReady();
  }

  return (
    <div ref={frame} className="km-canvas">
      <PartBoundary onFail={() => onLost('none')}>
        <DeckGL<MapView>
          id={id}
          ref={deckRef}
          Deck={PromptDeck as typeof Deck}
          deviceProps={deviceProps}
          views={view}
          initialViewState={beginning}
          controller={{ doubleClickZoom, keyboard: false, dragRotate: false, touchRotate: false }}
          pickingRadius={0}
          getCursor={inherited}
          onViewStateChange={({ viewState }) => {
            const deck = deckRef.current?.deck;
            if (deck instanceof PromptDeck) deck.wake();
            camera.set(viewState as unknown as View);
            onMove();
          }}
          onResize={({ width, height }) => {
            size.current = { width, height };
            camera.set(camera.view, {
              width: Math.max(1, width - 2 * margin),
              height: Math.max(1, height - 2 * margin),
            });
            onMove();
            onResize();
            drawSheet(sheet.current, picture, size.current, latest.current.onSketch);
          }}
          onBeforeRender={draw}
          onLoad={begin}
          onError={(error) => {
            if (!began.current) onLost('none');
            else if (/context is lost/i.test(error.message)) onLost('lost');
          }}
        />
      </PartBoundary>
      {ground}
      <canvas ref={sheet} className="km-sheet" width={0} height={0} aria-hidden="true" />
    </div>
  );
}

function drawSheet(
  canvas: HTMLCanvasElement | null,
  { drawn }: FinishedPicture,
  size: Size,
  onSketch: (sheet: Sheet) => void,
): void {
  if (canvas && drawn && size.width > 0) onSketch({ canvas, view: drawn, size });
}

/** The cursor is that of the tool in the hand, which the stage wears. */
const inherited = () => 'inherit';

const limits = { minZoom: zoomRange.min, maxZoom: zoomRange.max, maxPitch: 0 } as const;

/** Gives the drawing context back when the canvas goes: a browser has sixteen for a page, and frees them late. */
function useRelease(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const canvas = frame.current?.querySelector('canvas');
    const release = () => {
      // Under StrictMode the canvas stays in the page, and goes on drawing.
      if (canvas?.isConnected !== false) return;
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    };
    return () => void setTimeout(release);
  }, [frame]);
}

style(`
.km-canvas { position: absolute; inset: -${margin}px; isolation: isolate; will-change: transform; }
.km-sheet { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
`);
