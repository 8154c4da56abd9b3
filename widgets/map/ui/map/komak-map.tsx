import { lazy, Suspense, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { createHandle } from '../api/handle.ts';
import type { EditorHandle, KomakMapProps } from '../api/map-props.ts';
import { Confirm } from '../components/confirm.tsx';
import { StatusBar } from '../components/status-bar.tsx';
import { registerStyles } from '../style/stylesheet.ts';
import controlStyles from '../style/controls.css?inline';
import darkStyles from '../style/dark.css?inline';
import panelStyles from '../style/panels.css?inline';
import tokenStyles from '../style/tokens.css?inline';
import { MapControls } from './map-controls.tsx';
import { MapStage } from './map-stage.tsx';
import { useBackgroundColors, useBasemap } from './use-basemap.ts';
import { useFileDrop, useFullscreen, useRestoredFocus, useStyles } from './use-root-element.ts';
import { useMap } from './use-map.ts';

const MapEditor = lazy(() =>
  import('../editor/map-editor.tsx').then((part) => ({ default: part.MapEditor })),
);

/** The block of dark colours, written once for both conditions under which they apply. */
const darkColors = darkStyles.slice(darkStyles.indexOf('{'));

registerStyles(
  `${controlStyles}${panelStyles}${tokenStyles}.km[data-theme='dark']${darkColors}@media (prefers-color-scheme: dark){.km[data-theme='auto']${darkColors}}`,
);

/**
 * The map: shows polygons and markers, or lets the user draw and edit them. Plugins import the lazy `KomakMap` of
 * `#widgets/map/index.ts`, so that map code loads when a map is first shown. It fills its parent, which must have a height.
 *
 * - `value` and `onChange` work like those of a form field: a new object replaces all shapes and fits the map to them;
 *   giving back the object of `onChange` changes nothing, and one with other titles alone renames the shapes. Coordinates are
 *   `[lat, lng]`.
 * - `mode="edit"` loads the editor. `rights` and `limits` bind buttons, keys, imports and undo alike.
 * - A polygon that intersects itself stays on the screen but is not in `value`; `onProblems` counts such polygons.
 * - `texts` is the namespace `map` of a language.
 *
 * @example One polygon of a neighbourhood:
 *   `<KomakMap texts={texts} mode="edit" theme="inherit" tiles={tiles} value={shapes} onChange={setShapes}
 *     limits={{ polygon: 1, marker: 0 }} rights={polygonRights} />`
 */
export function KomakMap(props: KomakMapProps) {
  const { texts, mode = 'view', toolbar = 'top-left', theme = 'light', overlay, lang, ref } = props;
  const root = useRef<HTMLDivElement>(null);
  const map = useMap(props, root);
  const { core, context, state, confirmation } = map;
  const [editor, takeEditor] = useEditorHandle(core.refit);
  const [slots, slotRefs] = useEditorSlots();
  const [listed, setListed] = useState(false);
  const [zoom, setZoom] = useState(0);
  const [isFullscreen, toggleFullscreen] = useFullscreen(root);
  const drop = useFileDrop(mode === 'edit', (files) => editor.current?.importDropped(files));
  const basemap = useBasemap(props, context);
  useStyles(root);
  useRestoredFocus(root);
  const basemapTheme = useBackgroundColors(root, basemap.source, context);
  useImperativeHandle(ref, () => createHandle(context), [context]);

  return (
    // Key and file events come from the elements inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className="km"
      data-theme={theme}
      data-full={isFullscreen || undefined}
      lang={lang}
      onKeyDown={(event) => {
        if (!isTyping(event) && editor.current?.onKeyDown(event, false)) event.preventDefault();
      }}
      {...drop.handlers}
    >
      <div className="km-body">
        <MapStage {...{ props, map, basemap, editor }} theme={basemapTheme} onZoom={setZoom} />
        <MapControls
          {...{ props, context, state, basemap, toolbar, listed, setListed, isFullscreen, toggleFullscreen }}
          slots={slotRefs}
        />
        {drop.over ? <div className="km-drop">{texts.import.drop}</div> : null}
        <output className="km-notice">
          {map.notice === '' ? null : <span className="km-panel">{map.notice}</span>}
        </output>
      </div>
      <StatusBar
        {...{ state, zoom, texts }}
        overlaid={overlay?.count ?? 0}
        attribution={basemap.attribution}
      />
      {mode === 'edit' ? (
        <Suspense fallback={null}>
          <MapEditor {...{ context, state, slots, listed }} settings={props} onHandle={takeEditor} />
        </Suspense>
      ) : null}
      {confirmation ? <Confirm {...confirmation} no={texts.confirm.cancel} /> : null}
      <div className="km-sr" aria-live="polite">
        {map.announcement}
      </div>
    </div>
  );
}

function isTyping({ target }: { readonly target: EventTarget }): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null;
}

/** Holds the editor's handlers of pointers, keys and files; null until its code is loaded. */
function useEditorHandle(refit: () => void) {
  const editor = useRef<EditorHandle | null>(null);
  const take = useCallback(
    (next: EditorHandle | null) => {
      const arrives = editor.current === null && next !== null;
      editor.current = next;
      // The buttons of the editor may wrap the toolbar onto another row.
      if (arrives) refit();
    },
    [refit],
  );
  return [editor, take] as const;
}

/** The elements into which the editor renders its parts. */
function useEditorSlots() {
  const [toolbar, toolbarRef] = useState<HTMLElement | null>(null);
  const [panels, panelsRef] = useState<HTMLElement | null>(null);
  const [card, cardRef] = useState<HTMLElement | null>(null);
  return [
    { toolbar, panels, card },
    { toolbar: toolbarRef, panels: panelsRef, card: cardRef },
  ] as const;
}
