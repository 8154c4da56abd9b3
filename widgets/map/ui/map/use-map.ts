import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
  useSyncExternalStore,
  useCallback,
  useRef,
  type RefObject,
} from 'react';
import { shapeOf } from '../../model/index.ts';
import type { OutcomeListener } from '../../model/map-session.ts';
import { announcementOf } from '../../model/text/announcement.ts';
import { textOf } from '../../model/text/texts.ts';
import { occludedAreas } from '../../render/camera/occluded-area.ts';
import type { MapContext, Confirmation } from '../../tools/map-context.ts';
import { defaultViews, type KomakMapProps } from '../api/map-props.ts';
import { MapCore } from './map-core.ts';
import {
  useConfiguration,
  useControlledValue,
  useLayers,
  useMoveReports,
  useNeighbors,
  usePlace,
} from './use-map-props.ts';

/** Creates a map, keeps it in sync with the props, and reports its changes to the page. */
export function useMap(props: KomakMapProps, root: RefObject<HTMLElement | null>) {
  const { texts, place = defaultViews.editor, fit = true } = props;
  const language = props.lang === 'ru' ? 'ru' : 'uz';
  const [core] = useState(() => new MapCore(place, () => occludedAreas(root.current), { holdsOverlay: fit }));
  useEffect(() => () => core.cancelRefit(), [core]);
  const { session } = core;
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const { announcement, announce, notice, notify, confirmation, confirm } = useMessages();
  const context = useMemo<MapContext>(() => {
    const { camera, painter, repaint, redrawInteraction, setView, fitBounds, show, panIntoView } = core;
    const drawing = { camera, painter, repaint, redrawInteraction, setView, fitBounds, show, panIntoView };
    return { session, ...drawing, announce, notify, confirm, texts, language };
  }, [core, session, announce, notify, confirm, texts, language]);

  useLayoutEffect(() => session.onOutcome(reportTo(props, context)));
  const [, updateCount] = useReducer((times: number) => times + 1, 0);
  useLayers(core, props, updateCount);
  useConfiguration(core, props);
  useNeighbors(core, props);
  usePlace(core, props);
  useMoveReports(core, props);
  const onCanvasReady = useControlledValue(core, props);
  return { core, context, state, announcement, notice, confirmation, onCanvasReady };
}

/** Redraws the map after a change, and reports it to the page and the user. */
function reportTo(props: KomakMapProps, { repaint, announce, notify, texts }: MapContext): OutcomeListener {
  return ({ state, report, rejection, changed }, action, before) => {
    // An import may be large, so drawing it is a separate task.
    if (report) requestAnimationFrame(repaint);
    else repaint();
    if (report) props.onReport?.(report);
    const isSilent =
      action.type === 'configure' || (action.type === 'replace' && action.shapes === props.value);
    if (changed && !isSilent) props.onChange?.(state.value, action.origin);
    if (state.selection !== before.selection)
      props.onSelect?.(shapeOf(state.shapes, state.selection), state.selection?.kind ?? null);
    if (state.problems !== before.problems) props.onProblems?.(state.problems.size);
    if (rejection && action.origin !== 'api') notify(textOf(texts.reason, rejection.reason));
    else if (!rejection && !isSilent) {
      const text = announcementOf(state, action, before, texts);
      if (text !== null) announce(text);
    }
  };
}

/** An open confirmation. */
interface OpenConfirmation extends Confirmation {
  readonly answer: (yes: boolean) => void;
}

const noticeMs = 6000;

/** The messages of a map: announcements for screen readers, notices, confirmations. */
export function useMessages() {
  const [announcement, announce] = useState('');
  const [notice, setNotice] = useState('');
  const [confirmation, setConfirmation] = useState<OpenConfirmation | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const notify = useCallback((text: string) => {
    clearTimeout(timer.current);
    setNotice(text);
    timer.current = setTimeout(() => setNotice(''), noticeMs);
  }, []);
  const confirm = useCallback(
    (requested: Confirmation) =>
      new Promise<boolean>((resolve) => {
        setConfirmation({
          ...requested,
          answer(yes) {
            setConfirmation(null);
            resolve(yes);
          },
        });
      }),
    [],
  );
  return { announcement, announce, notice, notify, confirmation, confirm };
}
