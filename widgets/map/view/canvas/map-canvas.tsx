import { MapView, type Deck, type Layer } from '@deck.gl/core';
import DeckGL, { type DeckGLRef } from '@deck.gl/react';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { style } from '../style/sheet.ts';
import { zoomRange, type Camera, type View } from './camera.ts';
import { PromptDeck } from './prompt-deck.ts';

/** What others do with the canvas. */
export interface CanvasHandle {
  /** Draws these layers, without a render of React. */
  paint(layers: readonly Layer[]): void;
  /** Looks at a place. */
  look(view: View): void;
}

export interface MapCanvasProps {
  readonly camera: Camera;
  readonly layers: () => readonly Layer[];
  /** The ground under the shapes; it fills the canvas. */
  readonly ground: ReactNode;
  /** A picture is about to be drawn, of where the camera looks. */
  readonly onDraw: () => void;
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

/** The canvas: deck.gl above, which takes pointers, and the ground below. No layer can be picked: hits come from the model. */
export function MapCanvas(props: MapCanvasProps) {
  const { camera, layers, ground, doubleClickZoom, onDraw, onMove, onResize, onReady, onLost, ref } = props;
  const id = useId();
  const deckRef = useRef<DeckGLRef<MapView>>(null);
  const began = useRef(false);
  const [jump, setJump] = useState<View & Limits>(() => ({ ...camera.view, ...limits, stamp: 0 }));
  const frame = useRef<HTMLDivElement>(null);
  useRelease(frame);

  const moved = useRef(onMove);
  useEffect(() => {
    moved.current = onMove;
  });
  useImperativeHandle(
    ref,
    () => ({
      paint: (next) => deckRef.current?.deck?.setProps({ layers: [...next] }),
      look(next) {
        camera.set(next);
        setJump(({ stamp }) => ({ ...camera.view, ...limits, stamp: stamp + 1 }));
        // deck.gl tells only of moves that it made itself.
        moved.current();
      },
    }),
    [camera],
  );

  function begin(): void {
    const deck = deckRef.current?.deck;
    const canvas = deck?.getCanvas();
    if (!deck || !canvas || began.current) return;
    began.current = true;
    canvas.addEventListener('webglcontextlost', () => onLost('lost'), { once: true });
    onReady();
  }

  return (
    <div ref={frame} className="km-canvas">
      <DeckGL<MapView>
        id={id}
        ref={deckRef}
        Deck={PromptDeck as typeof Deck}
        views={view}
        initialViewState={jump}
        controller={{ doubleClickZoom, keyboard: false, dragRotate: false, touchRotate: false }}
        layers={[...layers()]}
        pickingRadius={0}
        onViewStateChange={({ viewState }) => {
          camera.set(viewState as unknown as View);
          onMove();
        }}
        onResize={(size) => {
          camera.set(camera.view, size);
          onMove();
          onResize();
        }}
        onBeforeRender={onDraw}
        onLoad={begin}
        onError={(error) => {
          if (!began.current) onLost('none');
          else if (/context is lost/i.test(error.message)) onLost('lost');
        }}
      />
      {ground}
    </div>
  );
}

interface Limits {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly maxPitch: number;
  /** Another number makes deck.gl look there again, even where it was told so before. */
  readonly stamp: number;
}

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
.km-canvas { position: absolute; inset: 0; isolation: isolate; }
`);
