import { MapView, WebMercatorViewport, type Deck } from '@deck.gl/core';
import DeckGL, { type DeckGLRef } from '@deck.gl/react';
import {
  useCallback,
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
import { zoomRange, type Camera, type Size, type View } from '../../render/camera/camera.ts';
import { frameMargin, movableFrame, RenderedFrame } from '../../render/camera/rendered-frame.ts';
import { deviceProps, MapDeck, recognizerOptions } from '../../render/canvas/map-deck.ts';
import type { OverlayCanvas } from '../../render/canvas/canvas-pen.ts';
import type { OverlaidPainter } from '../../render/painter/overlaid-painter.ts';
import type { PanTarget } from '../../tools/pointer-listener.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';

/** The imperative handle of the canvas. */
export interface CanvasHandle extends PanTarget {
  /** Draws everything, without a React render. */
  paint(painter: OverlaidPainter): void;
  /** Draws the overlay canvas. */
  drawInteraction(): void;
  setView(view: View): void;
}

interface MapCanvasProps extends CanvasProps {
  /** The layer under the shapes; it fills the canvas. */
  readonly basemap: ReactNode;
  /** A frame of this view is about to be drawn. */
  readonly onDraw: (view: View) => void;
}

/** The props of every canvas of a map. */
export interface CanvasProps {
  readonly camera: Camera;
  readonly onDrawInteraction: (overlayCanvas: OverlayCanvas) => void;
  readonly doubleClickZoom: boolean;
  readonly onMove: () => void;
  /**
   * Called when the camera has a new size; on a slow machine the first one is that of a canvas without
   * layout.
   */
  readonly onResize: () => void;
  readonly onReady: () => void;
  /** Called when the drawing context was lost, or could not be created. */
  readonly onLost: (reason: 'lost' | 'none') => void;
  readonly ref: Ref<CanvasHandle>;
}

const mapView = new MapView({ repeat: false });

const limits = { minZoom: zoomRange.min, maxZoom: zoomRange.max, maxPitch: 0 } as const;

/**
 * The canvases of a map: deck.gl, which receives pointer events; the basemap below; above, a 2D canvas for
 * pointer interactions. All extend beyond the visible area by a margin, so that panning can move them. No
 * layer is pickable: hit tests use the model.
 */
export function MapCanvas(props: MapCanvasProps) {
  const { camera, basemap, doubleClickZoom, onMove, onResize, onLost } = props;
  const id = useId();
  const [initialView] = useState(() => ({ ...camera.view, ...limits }));
  const { deckRef, frame, overlayCanvas, setSize, drawOverlay, onBeforeRender } = useCanvases(props);
  const contextHandlers = useContextLifecycle(deckRef, props);

  return (
    // deck.gl receives its events from an element of this class, which does not move with the frame.
    <div className="km-deck" style={{ inset: -frameMargin }}>
      <div className="deck-events-root">
        <div ref={frame} className="km-canvas">
          <ErrorBoundary onError={() => onLost('none')}>
            <DeckGL<MapView>
              id={id}
              ref={deckRef}
              // Sound: DeckGL types the class by its own views; MapDeck differs only in when it draws.
              Deck={MapDeck as typeof Deck}
              deviceProps={deviceProps}
              views={mapView}
              initialViewState={initialView}
              controller={{ doubleClickZoom, keyboard: false, dragRotate: false, touchRotate: false }}
              eventRecognizerOptions={recognizerOptions}
              pickingRadius={0}
              getCursor={inheritCursor}
              onViewStateChange={({ viewState: { latitude, longitude, zoom } }) => {
                currentDeck(deckRef)?.wake();
                camera.set({ latitude, longitude, zoom });
                onMove();
              }}
              onResize={({ width, height }) => {
                currentDeck(deckRef)?.wake();
                setSize(width, height);
                onMove();
                onResize();
                drawOverlay();
              }}
              onBeforeRender={onBeforeRender}
              {...contextHandlers}
            />
          </ErrorBoundary>
          {basemap}
          <canvas ref={overlayCanvas} className="km-overlay-canvas" width={0} height={0} aria-hidden="true" />
        </div>
      </div>
    </div>
  );
}

/** The stage around the canvas sets the cursor of the active tool. */
const inheritCursor = () => 'inherit';

/** Connects deck.gl, the frame that panning moves, and the overlay canvas; fills the handle of the canvas. */
// Over 60 lines: the three canvases are drawn together and share their size and frame.
function useCanvases(props: MapCanvasProps) {
  const { camera, onDraw, ref } = props;
  const deckRef = useRef<DeckGLRef<MapView>>(null);
  const frame = useRef<HTMLDivElement>(null);
  const overlayCanvas = useRef<HTMLCanvasElement>(null);
  const size = useRef<Size>({ width: 0, height: 0 });
  const [rendered] = useState(() => new RenderedFrame());
  useLayoutEffect(() => {
    rendered.attach(movableFrame(frame.current));
  }, [rendered]);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const drawOverlay = useCallback(() => {
    const canvas = overlayCanvas.current;
    const { view } = rendered;
    if (canvas && view && size.current.width > 0)
      latest.current.onDrawInteraction({ canvas, view, size: size.current, shift: rendered.shift });
  }, [rendered]);

  function setSize(width: number, height: number): void {
    size.current = { width, height };
    const visible = (side: number) => Math.max(1, side - 2 * frameMargin);
    camera.set(camera.view, { width: visible(width), height: visible(height) });
  }

  useImperativeHandle(ref, () => {
    let stamp = 0;
    function drawAt(view: View): void {
      stamp += 1;
      currentDeck(deckRef)?.setView({ ...view, ...limits, stamp });
      // deck.gl reports only the moves that it made itself.
      latest.current.onMove();
    }
    function setView(view: View): void {
      camera.set(view);
      drawAt(camera.view);
    }
    return {
      paint: (painter) => currentDeck(deckRef)?.setLayers(painter.layers()),
      drawInteraction: drawOverlay,
      setView,
      panTo(view) {
        camera.set(view);
        if (!rendered.panTo(view)) drawAt(camera.panned(...rendered.ahead(view)));
      },
      finishPan() {
        rendered.rest();
        const { view } = camera;
        if (!rendered.shows(view, devicePixelRatio)) return drawAt(view);
        stamp += 1;
        currentDeck(deckRef)?.keepFrame({ ...view, ...limits, stamp });
        // Names stay within the visible part.
        if (overlayCanvas.current?.width) drawOverlay();
        latest.current.onMove();
      },
    };
  }, [camera, rendered, drawOverlay]);

  function onBeforeRender(): void {
    const [viewport] = deckRef.current?.deck?.getViewports() ?? [];
    if (!(viewport instanceof WebMercatorViewport)) return;
    rendered.commit(viewport, camera.view);
    if (rendered.view) onDraw(rendered.view);
    drawOverlay();
  }

  return { deckRef, frame, overlayCanvas, setSize, drawOverlay, onBeforeRender };
}

type DeckRef = RefObject<DeckGLRef<MapView> | null>;

function currentDeck({ current }: DeckRef): MapDeck | null {
  const deck = current?.deck;
  return deck instanceof MapDeck ? deck : null;
}

/**
 * Returns deck.gl's handlers of a drawing context that is ready, lost, or cannot be created. The context is released after
 * the canvas was removed from the page; under StrictMode it stays and continues drawing.
 */
function useContextLifecycle(deckRef: DeckRef, { camera, onReady, onLost }: MapCanvasProps) {
  const hasStarted = useRef(false);
  useEffect(() => {
    const deck = currentDeck(deckRef);
    return () => void setTimeout(() => void deck?.release());
  }, [deckRef]);
  return {
    onLoad(): void {
      const deck = currentDeck(deckRef);
      const canvas = deck?.getCanvas();
      if (!canvas || hasStarted.current) return;
      hasStarted.current = true;
      deck?.ignoreVisibility();
      // deck.gl makes itself a tab stop without a name; the surrounding stage is one with a name.
      for (const stop of canvas.closest('.km-deck')?.querySelectorAll('[tabindex]') ?? [])
        stop.removeAttribute('tabindex');
      canvas.addEventListener('webglcontextlost', () => onLost('lost'), { once: true });
      // The view may have changed before the canvas existed.
      deck?.setView({ ...camera.view, ...limits });
      onReady();
    },
    onError({ message }: Error): void {
      if (!hasStarted.current) onLost('none');
      else if (message.includes('context is lost')) onLost('lost');
    },
  };
}
