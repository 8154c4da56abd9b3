import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Stage } from '../stage/stage.tsx';
import { selectTools } from '../../tools/select-tools.ts';
import { coveredBy } from '../../render/camera/occluded-area.ts';
import { download } from '../../io/files/read-and-download.ts';
import { exportWarning } from '../../model/text/export-warning.ts';
import { handleOf } from '../api/handle.ts';
import { viewKeys, zoomed } from '../../tools/view-keys.ts';
import type { EditorHands, KomakMapProps } from '../api/map-props.ts';
import { Confirm } from '../components/confirm.tsx';
import { MapToolbar } from '../components/map-toolbar.tsx';
import { Notice } from '../components/notice.tsx';
import { SelectedCard } from '../components/selected-card.tsx';
import { ShapePanel } from '../components/shape-panel.tsx';
import { StatusBar } from '../components/status-bar.tsx';
import { removeAll } from '../../tools/removals.ts';
import { baseStyles } from '../style/base.ts';
import { style, wearStyles } from '../style/stylesheet.ts';
import { fill } from '../../model/text/texts.ts';
import { tileName } from '../../io/tiles/tile-name.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';
import { useTiles } from './use-tiles.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useGrounds } from './use-basemap-colors.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useMapCore } from './use-map-core.ts';

const MapEditor = lazy(() =>
  import('../editor/map-editor.tsx').then((part) => ({ default: part.MapEditor })),
);

/**
 * The map: polygons and markers to look at, or to draw and edit. Plugins import the lazy `KomakMap` of
 * `#widgets/map/index.ts`, so that no map code is fetched before a map is shown. It fills its parent, which has a height.
 *
 * - `value` and `onChange` work as those of a form field: a new object replaces all shapes and brings them into the
 *   picture; the object that `onChange` gave, given back, changes nothing. Coordinates are `[lat, lng]`.
 * - `mode="edit"` fetches the editor. `rights` and `limits` bind buttons, keys, imports and undo alike.
 * - A polygon whose edges meet stays on the screen but not in `value`; `onProblems` counts them.
 * - Texts come in as `texts`: the namespace `map` of a language.
 *
 * @example One polygon of a neighbourhood:
 *   `<KomakMap texts={texts} mode="edit" theme="inherit" tiles={tiles} value={shapes} onChange={setShapes}
 *     limits={{ polygon: 1, marker: 0 }} rights={polygonRights} />`
 */
export function KomakMap(props: KomakMapProps) {
  const {
    texts,
    mode = 'view',
    toolbar = 'top-left',
    theme = 'light',
    tiles = noTiles,
    clearable,
    overlay,
    lang,
    ref,
  } = props;
  const root = useRef<HTMLDivElement>(null);
  const hands = useRef<EditorHands | null>(null);
  const [toolbarSlot, setToolbarSlot] = useState<HTMLElement | null>(null);
  const [panelsSlot, setPanelsSlot] = useState<HTMLElement | null>(null);
  const [cardSlot, setCardSlot] = useState<HTMLElement | null>(null);
  const [listed, setListed] = useState(false);
  const [zoom, setZoom] = useState(0);
  const covered = useCallback(() => coveredBy(root.current), []);
  const core = useMapCore(props, covered);
  const { context, state } = core;
  const { session, camera } = context;
  const [full, toggleFull] = useFullscreen(root);
  const lookTools = useMemo(() => selectTools(session, camera, overlay), [session, camera, overlay]);
  const dropping = useFileDrop(mode === 'edit', async (text) => hands.current?.importText(text));
  const ground = useGround(props, tiles, context.notify);
  useStyles(root);
  useKeptFocus(root);
  useGrounds(root, ground.source?.id, context);
  useImperativeHandle(ref, () => handleOf(context), [context]);

  const { onError } = props;
  const latestError = useRef(onError);
  useEffect(() => {
    latestError.current = onError;
  });
  const tellError = useCallback((error: Error) => latestError.current?.(error), []);
  const { showAgain } = core;
  const takeHands = useCallback(
    (next: EditorHands | null) => {
      const arrives = hands.current === null && next !== null;
      hands.current = next;
      // Its buttons may make the toolbar a row higher.
      if (arrives) showAgain();
    },
    [showAgain],
  );
  const { polygons, markers } = state.shapes;
  const markerCount = markers.length + (overlay?.count ?? 0);
  const isEmpty = polygons.length + markerCount === 0;
  const mayClear = mode === 'edit' ? state.rights.polygon.delete || state.rights.marker.delete : clearable;
  const tool = state.tool.name;

  return (
    // Keys and files come from the parts inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className="km"
      data-theme={theme}
      data-full={full || undefined}
      lang={lang}
      onKeyDown={(event) => {
        if (!isTyping(event) && hands.current?.keys(event, false)) event.preventDefault();
      }}
      {...dropping.handlers}
    >
      <div className="km-body">
        <Stage
          context={context}
          canvas={core.canvas}
          tools={() => hands.current?.tools ?? lookTools}
          source={ground.source}
          onSourceFail={ground.fail}
          drawing={tool === 'drawing' || tool === 'placing'}
          crosshair={mode === 'view' ? 'keys' : tool === 'editing' ? 'never' : 'focus'}
          help={texts.help[mode]}
          onMove={() => {
            setZoom(Math.round(camera.view.zoom * 10) / 10);
            // From nearer, long boundaries are drawn more closely.
            if (context.painter.isBehind) context.repaint();
            overlay?.moved();
          }}
          onResize={showAgain}
          onReady={() => {
            setZoom(camera.view.zoom);
            core.settle();
            overlay?.moved();
            context.repaint();
            props.onReady?.();
          }}
          onError={tellError}
          onKeyDown={(event) => {
            if (!hands.current?.keys(event, true) && !viewKeys(event, context, overlay)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <div className="km-over" data-corner={toolbar}>
          {toolbar === 'none' ? null : (
            <MapToolbar
              corner={toolbar}
              many={mode === 'edit'}
              lang={lang}
              listed={listed}
              onList={() => setListed(!listed)}
              onExport={() => {
                context.notify(exportWarning(state, texts));
                const exported = handleOf(context).export();
                download({ ...exported, markers: [...exported.markers, ...(overlay?.markers() ?? [])] });
              }}
              onClear={mayClear && !isEmpty ? () => void removeAll(context, mode === 'edit', overlay) : null}
              onFit={isEmpty ? null : () => context.show(null)}
              onZoom={(by) => context.look(zoomed(camera.view, by))}
              sources={tiles}
              source={ground.source?.id ?? 'none'}
              onSource={ground.choose}
              fullscreen={full}
              onFullscreen={toggleFull}
              texts={texts}
            >
              <span className="km-slot" ref={setToolbarSlot} />
            </MapToolbar>
          )}
          <div className="km-panels">
            <SelectedCard context={context} state={state} slot={setCardSlot} />
            {listed ? <ShapePanel context={context} state={state} onClose={() => setListed(false)} /> : null}
            <div className="km-slot" ref={setPanelsSlot} />
          </div>
        </div>
        {dropping.over ? <div className="km-drop">{texts.import.drop}</div> : null}
        <Notice text={core.notice} />
      </div>
      <StatusBar
        polygons={polygons.length}
        markers={markerCount}
        maxPolygons={state.limits.polygon}
        maxMarkers={state.limits.marker}
        problems={state.problems.size}
        zoom={zoom}
        attribution={ground.source?.attribution ?? ''}
        texts={texts}
      />
      {mode === 'edit' ? (
        <Suspense fallback={null}>
          <MapEditor
            context={context}
            state={state}
            settings={props}
            slots={{ toolbar: toolbarSlot, panels: panelsSlot, card: cardSlot }}
            listed={listed}
            onHands={takeHands}
          />
        </Suspense>
      ) : null}
      {core.question ? (
        <Confirm
          title={core.question.title}
          text={core.question.text}
          yes={core.question.yes}
          no={texts.confirm.cancel}
          onAnswer={core.question.answer}
        />
      ) : null}
      <div className="km-sr" aria-live="polite">
        {core.said}
      </div>
    </div>
  );
}

style(baseStyles);

const noTiles: readonly TileSource[] = [];

function isTyping({ target }: { readonly target: EventTarget }): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null;
}

/** The ground under the shapes, and what is said when it changes by itself. */
function useGround(
  { texts, lang, tileStyle }: KomakMapProps,
  tiles: readonly TileSource[],
  notify: (text: string) => void,
) {
  const tell = useCallback(
    (failed: TileSource, next: TileSource | null) => {
      const name = (source: TileSource) => tileName(source, texts, lang);
      notify(
        next ? fill(texts.tiles.failed, { failed: name(failed), next: name(next) }) : texts.tiles.all_failed,
      );
    },
    [texts, lang, notify],
  );
  return useTiles(tiles, tileStyle, tell);
}

/** Dresses the document, or the shadow root, that the map is in. */
function useStyles(root: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const place = root.current?.getRootNode();
    return place instanceof Document || place instanceof ShadowRoot ? wearStyles(place) : undefined;
  }, [root]);
}
