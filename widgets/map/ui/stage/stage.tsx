import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { ArchiveProblem } from '../../io/tiles/archive.ts';
import type { BasemapTheme } from '../../io/tiles/basemap-colors.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';
import type { Camera, View } from '../../render/camera/camera.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { startPan, PointerListener, type PointerTool } from '../../tools/pointer-listener.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import type { BasemapHandle } from './basemap.tsx';
import { MapCanvas, type CanvasHandle, type CanvasProps } from './map-canvas.tsx';
import { FailureOverlay, LoadingOverlay, PlainNote } from './overlays.tsx';
import { useDrawingContext } from './use-drawing-context.ts';
import { useDrawingSlot } from './use-drawing-slot.ts';

const PlainCanvas = lazy(() => import('./plain-canvas.tsx').then((part) => ({ default: part.PlainCanvas })));
const Basemap = lazy(() => import('./basemap.tsx').then((part) => ({ default: part.Basemap })));

interface StageProps {
  readonly context: MapContext;
  readonly canvas: RefObject<CanvasHandle | null>;
  readonly tool: () => PointerTool;
  readonly source: TileSource | null;
  readonly theme: BasemapTheme;
  readonly onSourceFail: (problem?: ArchiveProblem) => void;
  readonly onAttribution: (attribution: string) => void;
  readonly drawing: boolean;
  /** When to show the crosshair: while the map has the focus, or only once keys are used. */
  readonly crosshair: 'focus' | 'keys' | 'never';
  /** The help on keys, for screen readers. */
  readonly help: string;
  readonly onMove: () => void;
  readonly onResize: () => void;
  readonly onReady: () => void;
  readonly onError: (error: Error) => void;
  /** Called when the map starts or stops being drawn without WebGL and basemap. */
  readonly onPlain: (isPlain: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The area that draws the map and receives pointer and key events; replaces a lost drawing context. */
// Over 60 lines: both canvases get the same props, and are in the same area.
export function Stage(props: StageProps) {
  const { context, canvas, tool, source, theme, onSourceFail, onAttribution, drawing, crosshair, help } =
    props;
  const { onMove, onResize, onReady, onKeyDown, onError, onPlain } = props;
  const { texts, painter, camera, language } = context;
  const area = useRef<HTMLDivElement>(null);
  const basemap = useRef<BasemapHandle>(null);
  const drawnView = useRef<View | null>(null);
  const helpId = useId();
  const [usesKeys, setUsesKeys] = useState(false);
  const mayDraw = useDrawingSlot(area);
  const { phase, attempt, isPlain, onCanvasReady, onLost, retry } = useDrawingContext(
    mayDraw,
    onError,
    onPlain,
  );
  usePointers(area, tool, camera, canvas);

  const canvasProps: CanvasProps & { readonly ref: typeof canvas } = {
    ref: canvas,
    camera,
    doubleClickZoom: !drawing,
    onMove,
    onResize,
    onReady() {
      onCanvasReady();
      onReady();
    },
    onLost,
    onDrawInteraction: (target) => painter.drawInteraction(target),
  };

  return (
    <>
      {/* The map itself handles pointers and keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={area}
        className="km-stage"
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={texts.label}
        aria-describedby={helpId}
        data-phase={phase}
        data-crosshair={crosshair}
        data-keyed={usesKeys || undefined}
        onFocus={({ currentTarget }) => setUsesKeys(currentTarget.matches(':focus-visible'))}
        onPointerDown={() => setUsesKeys(false)}
        onKeyDown={(event) => {
          // A button inside, such as the one to retry, handles its own keys.
          if (event.target instanceof Element && event.target.closest('button')) return;
          setUsesKeys(true);
          onKeyDown(event);
        }}
      >
        {!mayDraw || phase === 'failed' ? null : isPlain ? (
          <ErrorBoundary key={attempt} onError={() => onLost('none')}>
            <Suspense fallback={null}>
              <PlainCanvas {...canvasProps} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <MapCanvas
            key={attempt}
            {...canvasProps}
            onDraw={(view) => {
              drawnView.current = view;
              basemap.current?.follow(view);
            }}
            basemap={
              source && phase === 'ready' ? (
                <ErrorBoundary key={source.id} onError={() => onSourceFail()}>
                  <Suspense fallback={null}>
                    <Basemap
                      ref={basemap}
                      key={source.url}
                      {...{ source, theme, onAttribution }}
                      drawnView={() => drawnView.current ?? camera.view}
                      lang={language}
                      onFail={onSourceFail}
                    />
                  </Suspense>
                </ErrorBoundary>
              ) : null
            }
          />
        )}
        <span id={helpId} hidden>
          {help}
        </span>
        <span className="km-crosshair" aria-hidden="true" />
        {phase === 'loading' ? <LoadingOverlay text={texts.loading} /> : null}
        {phase === 'failed' ? <FailureOverlay {...{ texts }} onRetry={retry} /> : null}
      </div>
      {phase === 'ready' && isPlain ? <PlainNote {...{ texts }} onRetry={retry} /> : null}
    </>
  );
}

/** Passes the pointer events of an element to the active tool, and pans with the mouse. */
function usePointers(
  area: RefObject<HTMLElement | null>,
  tool: () => PointerTool,
  camera: Camera,
  canvas: RefObject<CanvasHandle | null>,
): void {
  const latest = useRef(tool);
  useEffect(() => {
    latest.current = tool;
  });
  useEffect(() => {
    if (!area.current) return undefined;
    const listener = new PointerListener(
      area.current,
      () => latest.current(),
      (from) => startPan(from, camera, () => canvas.current),
    );
    return () => listener.stop();
  }, [area, camera, canvas]);
}
