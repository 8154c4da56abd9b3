import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  allRights,
  boundsOf,
  boundsOfShapes,
  latLng,
  noLimits,
  noRights,
  type AnyShape,
  type LatLng,
  type MapState,
  type ShapeRef,
  type Shapes,
} from '../../model/index.ts';
import { announcementOf } from '../../model/text/announcement.ts';
import { Camera, fitting, type Covered, type View } from '../../render/camera/camera.ts';
import type { CanvasHandle } from '../stage/map-canvas.tsx';
import { OverlaidPainter, patience } from '../../render/painter/overlaid-painter.ts';
import { leastMove } from '../../render/camera/occluded-area.ts';
import type { MapContext, Question } from '../../tools/map-context.ts';
import { defaultPlaces, type KomakMapProps } from '../api/map-props.ts';
import { MapSession, shapeOf, type Hearer } from '../../model/map-session.ts';
import { textOf } from '../../model/text/texts.ts';
import { usePlace } from './use-place.ts';

/** A question that waits for its answer. */
export interface OpenQuestion extends Question {
  readonly answer: (yes: boolean) => void;
}

/** The heart of one map: its state, its camera, and what is said about them. */
export interface MapCore {
  readonly context: MapContext;
  readonly state: MapState;
  readonly canvas: { current: CanvasHandle | null };
  /** For whoever listens to the page. */
  readonly said: string;
  /** Shown for a while. */
  readonly notice: string;
  readonly question: OpenQuestion | null;
  /** The canvas is there: brings the shapes into the picture. */
  readonly settle: () => void;
  /** The picture is of another size, or more tools lie over it: shows again what was shown last, unless the map has moved. */
  readonly showAgain: () => void;
}

/** Makes the heart of a map and keeps it in step with the props; `covered` must stay the same function. */
export function useMapCore(props: KomakMapProps, covered: () => readonly Covered[]): MapCore {
  const { texts, mode = 'view', value, place = defaultPlaces.editor, fit = true } = props;
  const language = props.lang === 'ru' ? 'ru' : 'uz';
  const [{ session, camera, painter }] = useState(() => newCore(place, fit));
  const canvas = useRef<CanvasHandle | null>(null);
  const [said, say] = useState('');
  const [notice, notify] = useNotice();
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const state = useSyncExternalStore(session.subscribe, session.snapshot);

  const repaint = useCallback(
    function paint(): void {
      const handle = canvas.current;
      if (!handle) return;
      handle.paint(painter.layers());
      handle.sketch();
      // Where there is more than a picture takes in, the rest comes with the next ones.
      if (painter.isBehind) requestAnimationFrame(paint);
    },
    [painter],
  );
  const sketch = useCallback(() => canvas.current?.sketch(), []);
  const look = useCallback(
    (view: View) => {
      if (canvas.current) canvas.current.look(view);
      else camera.set(view);
    },
    [camera],
  );
  const { show, showAgain, unveil } = useShowing(session, camera, look, covered);
  const ask = useCallback(
    (asked: Question) =>
      new Promise<boolean>((resolve) => {
        setQuestion({
          ...asked,
          answer(yes) {
            setQuestion(null);
            resolve(yes);
          },
        });
      }),
    [],
  );
  const context = useMemo<MapContext>(
    () => ({
      session,
      camera,
      painter,
      repaint,
      sketch,
      look,
      show,
      unveil,
      say,
      notify,
      ask,
      texts,
      language,
    }),
    [session, camera, painter, repaint, sketch, look, show, unveil, notify, ask, texts, language],
  );

  const hear: Hearer = (outcome, action, before) => {
    // Whatever came in as a whole may be long: to draw it is a task of its own.
    if (outcome.report) requestAnimationFrame(repaint);
    else repaint();
    if (outcome.report) props.onReport?.(outcome.report);
    const silent = action.type === 'configure' || (action.type === 'replace' && action.shapes === value);
    if (outcome.changed && !silent) props.onChange?.(outcome.state.value, action.origin);
    tellSelection(props, before, outcome.state);
    if (outcome.state.problems !== before.problems) props.onProblems?.(outcome.state.problems.size);
    if (outcome.refusal && action.origin !== 'api') notify(textOf(texts.reason, outcome.refusal.reason));
    else if (!outcome.refusal && !silent)
      say((last) => announcementOf(outcome, action, before, texts) ?? last);
  };
  useLayoutEffect(() => {
    session.tell(hear);
  });

  const { overlay, areas = 'tinted' } = props;
  const [, recount] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(() => {
    painter.setOverlay(overlay ?? null);
    return overlay?.attach({ camera, repaint, look, recount });
  }, [overlay, painter, camera, repaint, look]);
  useLayoutEffect(() => {
    painter.setAreas(areas);
    repaint();
  }, [areas, painter, repaint]);

  useConfiguration(props, mode, session);
  usePlace(place, camera, look);
  const fitAll = useCallback(() => {
    show(null);
    if (!painter.release()) return;
    repaint();
    setTimeout(repaint, patience);
  }, [show, painter, repaint]);
  const settle = useSettling(props, context, value, fitAll);
  return { context, state, canvas, said, notice, question, settle, showAgain };
}

/** Brings one shape, or all, into the picture. */
function useShowing(
  session: MapSession,
  camera: Camera,
  look: (view: View) => void,
  covered: () => readonly Covered[],
): Pick<MapContext, 'show' | 'unveil'> & Pick<MapCore, 'showAgain'> {
  const last = useRef<{ readonly ref: ShapeRef | null; readonly view: View } | null>(null);
  const frame = useRef(0);
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    },
    [],
  );
  const fitNow = useCallback(
    (ref: ShapeRef | null) => {
      const bounds = boundsFor(session.state.shapes, ref ? shapeOf(session.state, ref) : null, ref);
      if (!bounds || camera.size.width <= 1) return;
      look(camera.fitted(bounds, covered()[0]));
      last.current = { ref, view: camera.view };
    },
    [session, camera, look, covered],
  );
  const showAgain = useCallback(() => {
    if (last.current && isSameView(last.current.view, camera.view)) fitNow(last.current.ref);
  }, [camera, fitNow]);
  const show = useCallback(
    (ref: ShapeRef | null) => {
      fitNow(ref);
      // The card of what is shown may come with it, and lie over it.
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        frame.current = requestAnimationFrame(() => {
          frame.current = 0;
          showAgain();
        });
      });
    },
    [fitNow, showAgain],
  );
  const unveil = useCallback(
    (ref: ShapeRef) => {
      const bounds = boundsFor(session.state.shapes, shapeOf(session.state, ref), ref);
      // What is being shown will be shown beside the panels.
      if (!bounds || camera.size.width <= 1 || frame.current !== 0) return;
      const [south, west, north, east] = bounds;
      const [upper, lower] = [camera.project(latLng(north, west)), camera.project(latLng(south, east))];
      const box = { left: upper.x, top: upper.y, right: lower.x, bottom: lower.y };
      const move = leastMove(box, camera.size, covered());
      if (!move || (move.x === 0 && move.y === 0)) return;
      const shown = last.current && isSameView(last.current.view, camera.view) ? last.current : null;
      look(camera.panned(-move.x, -move.y));
      // Nobody has moved the map: in another size it shows again what it showed.
      if (shown) last.current = { ...shown, view: camera.view };
    },
    [session, camera, look, covered],
  );
  return { show, showAgain, unveil };
}

function isSameView(one: View, other: View): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude && one.zoom === other.zoom;
}

function newCore(
  { lat, lng, zoom }: { readonly lat: number; readonly lng: number; readonly zoom: number },
  fit: boolean,
) {
  const session = new MapSession();
  const camera = new Camera({ latitude: lat, longitude: lng, zoom });
  return { session, camera, painter: new OverlaidPainter(session, camera, fit) };
}

function tellSelection({ onSelect }: KomakMapProps, before: MapState, now: MapState): void {
  if (!onSelect || before.selection === now.selection) return;
  onSelect(shapeOf(now, now.selection) ?? null, now.selection?.kind ?? null);
}

/** Tells the model the rights, the limits and the choices of whoever placed the map. */
function useConfiguration(props: KomakMapProps, mode: 'view' | 'edit', session: MapSession): void {
  const { allowSelfIntersection = false, confirmDelete = true, confirmClear = true } = props;
  const rights = JSON.stringify(mode === 'view' ? noRights : (props.rights ?? allRights));
  const limits = JSON.stringify(props.limits ?? noLimits);
  useLayoutEffect(() => {
    session.dispatch(
      {
        type: 'configure',
        rights: JSON.parse(rights),
        limits: JSON.parse(limits),
        options: { allowSelfIntersection, confirmDelete, confirmClear },
      },
      'api',
    );
  }, [session, rights, limits, allowSelfIntersection, confirmDelete, confirmClear]);
}

/** Takes over a `value` that is new, and brings it into the picture once there is one. */
function useSettling(
  { fit = true }: KomakMapProps,
  { session, camera }: Pick<MapContext, 'session' | 'camera'>,
  value: Shapes | undefined,
  fitAll: () => void,
): () => void {
  const settled = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fitSoon = useCallback(() => {
    clearTimeout(timer.current);
    if (fit && settled.current) timer.current = setTimeout(fitAll, fitting.delay);
  }, [fit, fitAll]);

  useLayoutEffect(() => {
    if (value === undefined || value === session.state.value) return;
    session.dispatch({ type: 'replace', shapes: value, near: camera.home }, 'api');
    fitSoon();
  }, [session, camera, value, fitSoon]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(() => {
    const first = !settled.current;
    settled.current = true;
    if (!first) return;
    // At once as well, so that the first picture is not one of another place: to draw it may take a second.
    if (fit && boundsOfShapes(session.state.shapes)) fitAll();
    fitSoon();
  }, [session, fit, fitAll, fitSoon]);
}

function boundsFor(shapes: Shapes, shape: AnyShape | null | undefined, ref: ShapeRef | null) {
  if (!ref) return boundsOfShapes(shapes);
  if (!shape) return null;
  const { coords } = shape;
  return boundsOf(ref.kind === 'polygon' ? (coords as readonly LatLng[]) : [coords as LatLng]);
}

/** How long a notice stays. */
const noticeTime = 6000;

function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const notify = useCallback((text: string) => {
    clearTimeout(timer.current);
    setNotice(text);
    timer.current = setTimeout(() => setNotice(''), noticeTime);
  }, []);
  return [notice, notify];
}
