import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState, type RefObject } from 'react';
import type { MapContext } from '../../tools/map-context.ts';
import { FailureOverlay, LoadingOverlay } from '../components/overlay.tsx';
import { style } from '../style/stylesheet.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';
import type { GroundHandle } from './base-map.tsx';
import type { Point } from '../../render/camera/camera.ts';
import { listen, type Tools } from '../../tools/pointer-listener.ts';
import { useLivePlace } from './use-drawing-slot.ts';
import { MapCanvas, type CanvasHandle } from './map-canvas.tsx';
import { panFrom } from '../../tools/pan.ts';
import { PartBoundary } from './error-boundary.tsx';

const BaseMap = lazy(() => import('./base-map.tsx').then(({ BaseMap: Part }) => ({ default: Part })));

export interface StageProps {
  readonly context: MapContext;
  readonly canvas: RefObject<CanvasHandle | null>;
  readonly tools: () => Tools;
  readonly source: TileSource | null;
  readonly onSourceFail: () => void;
  readonly drawing: boolean;
  /** When the crosshair shows what Enter means: while the map has the focus, or only where keys move it. */
  readonly crosshair: 'focus' | 'keys' | 'never';
  /** What keys do, for whoever listens to the page. */
  readonly help: string;
  readonly onMove: () => void;
  readonly onResize: () => void;
  readonly onReady: () => void;
  readonly onError: (error: Error) => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}

type Phase = 'loading' | 'ready' | 'failed';

/** Where the map is drawn and touched; a lost drawing context is replaced by a new one. */
export function Stage(props: StageProps) {
  const {
    context,
    canvas,
    tools,
    source,
    onSourceFail,
    drawing,
    crosshair,
    help,
    onMove,
    onResize,
    onReady,
    onKeyDown,
    onError,
  } = props;
  const { texts, painter, camera } = context;
  const area = useRef<HTMLDivElement>(null);
  const ground = useRef<GroundHandle>(null);
  const helpId = useId();
  const live = useLivePlace(area);
  const [keyed, setKeyed] = useState(false);
  const [phase, setPhase] = useState<Phase>('loading');
  const [epoch, setEpoch] = useState(0);
  const [wasLive, setWasLive] = useState(live);
  if (live !== wasLive) {
    setWasLive(live);
    if (phase === 'ready') setPhase('loading');
  }
  useEffect(() => {
    if (phase === 'failed') onError(new Error('The map has no drawing context'));
  }, [phase, onError]);
  const latest = useRef(tools);
  useEffect(() => {
    latest.current = tools;
  });
  useEffect(() => {
    const pan = (from: Point) => panFrom(from, camera, () => canvas.current);
    return area.current ? listen(area.current, () => latest.current(), pan) : undefined;
  }, [camera, canvas]);

  const lose = useCallback((reason: 'lost' | 'none') => {
    setPhase(reason === 'none' ? 'failed' : 'loading');
    setEpoch((count) => count + 1);
  }, []);

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
      data-keyed={keyed || undefined}
      onFocus={({ currentTarget }) => setKeyed(currentTarget.matches(':focus-visible'))}
      onPointerDown={() => setKeyed(false)}
      onKeyDown={(event) => {
        // A button inside, such as the one that tries again, has keys of its own.
        if (event.target instanceof Element && event.target.closest('button')) return;
        setKeyed(true);
        onKeyDown(event);
      }}
    >
      {live && phase !== 'failed' ? (
        <MapCanvas
          key={epoch}
          ref={canvas}
          camera={camera}
          doubleClickZoom={!drawing}
          onMove={onMove}
          onResize={onResize}
          onReady={() => {
            setPhase('ready');
            onReady();
          }}
          onLost={lose}
          onDraw={(view) => ground.current?.follow(view)}
          onSketch={(sheet) => painter.sketch(sheet)}
          ground={
            source && phase === 'ready' ? (
              <PartBoundary key={source.id} onFail={onSourceFail}>
                <Suspense fallback={null}>
                  <BaseMap ref={ground} source={source} camera={camera} onFail={onSourceFail} />
                </Suspense>
              </PartBoundary>
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
        <FailureOverlay
          text={texts.failure}
          retry={texts.retry}
          onRetry={() => {
            setEpoch((count) => count + 1);
            setPhase('loading');
          }}
        />
      ) : null}
    </div>
  );
}

style(`
.km-crosshair {
  position: absolute;
  z-index: 3;
  top: 50%;
  left: 50%;
  width: 28px;
  height: 28px;
  transform: translate(-50%, -50%);
  pointer-events: none;
  display: none;
  background:
    linear-gradient(#172024, #172024) 50% 50% / 2px 100% no-repeat,
    linear-gradient(#172024, #172024) 50% 50% / 100% 2px no-repeat;
  filter: drop-shadow(0 0 1px #fff) drop-shadow(0 0 1px #fff);
}
.km-stage[data-crosshair='focus']:focus .km-crosshair, .km-stage[data-crosshair='keys'][data-keyed]:focus .km-crosshair { display: block; }
.km .km-stage:focus-visible { outline-offset: -3px; }
.km .km-stage:focus:not(:focus-visible) { outline: none; }
`);
