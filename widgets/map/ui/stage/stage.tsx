import {
  lazy,
  Suspense,
  useCallback,
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
import type { Camera } from '../../render/camera/camera.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { startPan, PointerListener, type PointerTool } from '../../tools/pointer-listener.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import type { BasemapHandle } from './basemap.tsx';
import { MapCanvas, type CanvasHandle } from './map-canvas.tsx';
import { useDrawingSlot } from './use-drawing-slot.ts';

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
  /** When the crosshair shows where Enter acts: while the map has the focus, or only once keys are used. */
  readonly crosshair: 'focus' | 'keys' | 'never';
  /** What keys do, for screen readers. */
  readonly help: string;
  readonly onMove: () => void;
  readonly onResize: () => void;
  readonly onReady: () => void;
  readonly onError: (error: Error) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Where the map is drawn and takes pointers and keys; replaces a lost drawing context by a new one. */
export function Stage(props: StageProps) {
  const { context, canvas, tool, source, theme, onSourceFail, onAttribution, drawing, crosshair, help } =
    props;
  const { onMove, onResize, onReady, onKeyDown, onError } = props;
  const { texts, painter, camera, language } = context;
  const area = useRef<HTMLDivElement>(null);
  const basemap = useRef<BasemapHandle>(null);
  const helpId = useId();
  const [usesKeys, setUsesKeys] = useState(false);
  const mayDraw = useDrawingSlot(area);
  const { phase, attempt, onCanvasReady, onLost, retry } = useDrawingContext(mayDraw, onError);
  usePointers(area, tool, camera, canvas);

  return (
    // The map itself takes pointers and keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
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
        // A button inside, such as the one that retries, handles its own keys.
        if (event.target instanceof Element && event.target.closest('button')) return;
        setUsesKeys(true);
        onKeyDown(event);
      }}
    >
      {mayDraw && phase !== 'failed' ? (
        <MapCanvas
          key={attempt}
          ref={canvas}
          camera={camera}
          doubleClickZoom={!drawing}
          onMove={onMove}
          onResize={onResize}
          onReady={() => {
            onCanvasReady();
            onReady();
          }}
          onLost={onLost}
          onDraw={(view) => basemap.current?.follow(view)}
          onDrawInteraction={(target) => painter.drawInteraction(target)}
          basemap={
            source && phase === 'ready' ? (
              <ErrorBoundary key={source.id} onError={() => onSourceFail()}>
                <Suspense fallback={null}>
                  <Basemap
                    ref={basemap}
                    key={source.url}
                    {...{ source, camera, theme, onAttribution }}
                    lang={language}
                    onFail={onSourceFail}
                  />
                </Suspense>
              </ErrorBoundary>
            ) : null
          }
        />
      ) : null}
      <span id={helpId} hidden>
        {help}
      </span>
      <span className="km-crosshair" aria-hidden="true" />
      {phase === 'loading' ? <LoadingOverlay text={texts.loading} /> : null}
      {phase === 'failed' ? (
        <FailureOverlay text={texts.failure} retry={texts.retry} onRetry={retry} />
      ) : null}
    </div>
  );
}

type Phase = 'loading' | 'ready' | 'failed';

/** Whether the canvas can draw; with each attempt it gets a new drawing context. */
function useDrawingContext(mayDraw: boolean, onError: (error: Error) => void) {
  const [phase, setPhase] = useState<Phase>('loading');
  const [attempt, setAttempt] = useState(0);
  const [mightDraw, setMightDraw] = useState(mayDraw);
  if (mayDraw !== mightDraw) {
    setMightDraw(mayDraw);
    if (phase === 'ready') setPhase('loading');
  }
  useEffect(() => {
    if (phase === 'failed') onError(new Error('The map has no drawing context'));
  }, [phase, onError]);
  const start = useCallback((next: Phase) => {
    setPhase(next);
    setAttempt((count) => count + 1);
  }, []);
  const onLost = useCallback(
    (reason: 'lost' | 'none') => start(reason === 'none' ? 'failed' : 'loading'),
    [start],
  );
  return { phase, attempt, onLost, onCanvasReady: () => setPhase('ready'), retry: () => start('loading') };
}

/** Hands the pointers on an element to the active tool, and pans with the mouse. */
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

/** Covers the map while it loads. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  return (
    <output className="km-overlay">
      <span className="km-spinner" aria-hidden="true" />
      {text}
    </output>
  );
}

/** Covers the map when it cannot be drawn. */
export function FailureOverlay({
  text,
  retry,
  onRetry,
}: {
  readonly text: string;
  readonly retry: string;
  readonly onRetry: () => void;
}) {
  return (
    <div className="km-overlay" role="alert">
      <p>{text}</p>
      <button type="button" className="km-button" onClick={onRetry}>
        {retry}
      </button>
    </div>
  );
}
