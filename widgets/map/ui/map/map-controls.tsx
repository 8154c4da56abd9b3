import { download } from '../../io/files.ts';
import { shapeOf, type MapState, type Problem } from '../../model/index.ts';
import { formatText } from '../../../shared/format-text.ts';
import { titleText, type MapTexts } from '../../model/text/texts.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { removeAll } from '../../tools/remove-shapes.ts';
import { zoomed } from '../../tools/view-keys.ts';
import { createHandle } from '../api/handle.ts';
import type { KomakMapProps, ToolbarPosition } from '../api/map-props.ts';
import { MapToolbar } from '../components/map-toolbar.tsx';
import { SelectedCard } from '../components/selected-card.tsx';
import { ShapePanel } from '../components/shape-panel.tsx';
import type { useBasemap } from './use-basemap.ts';

type SlotRef = (element: HTMLElement | null) => void;

interface MapControlsProps {
  readonly props: KomakMapProps;
  readonly context: MapContext;
  readonly state: MapState;
  readonly basemap: ReturnType<typeof useBasemap>;
  readonly toolbar: ToolbarPosition;
  readonly listed: boolean;
  readonly setListed: (listed: boolean) => void;
  readonly isFullscreen: boolean;
  readonly toggleFullscreen: () => void;
  /** The places where the editor renders its parts. */
  readonly slots: { readonly toolbar: SlotRef; readonly panels: SlotRef; readonly card: SlotRef };
}

/** The toolbar and the panels over the map. */
export function MapControls({ props, context, state, basemap, toolbar, ...rest }: MapControlsProps) {
  const { mode = 'view', overlay, clearable, lang, texts } = props;
  const { listed, setListed, isFullscreen, toggleFullscreen, slots } = rest;
  const { toolbar: toolbarSlot, panels: panelsSlot, card: cardSlot } = slots;
  const { camera, notify, setView, show } = context;
  const { polygons, markers } = state.shapes;
  const isEmpty = polygons.length + markers.length + (overlay?.count ?? 0) === 0;
  const mayClear = mode === 'edit' ? state.rights.polygon.delete || state.rights.marker.delete : clearable;

  function exportShapes(): void {
    notify(exportWarning(state, texts));
    const exported = createHandle(context).export();
    download({ ...exported, markers: [...exported.markers, ...(overlay?.markers() ?? [])] });
  }

  return (
    <div className="km-over" data-corner={toolbar}>
      {toolbar === 'none' ? null : (
        <MapToolbar
          corner={toolbar}
          many={mode === 'edit'}
          lang={lang}
          listed={listed}
          onList={() => setListed(!listed)}
          onExport={exportShapes}
          onClear={mayClear && !isEmpty ? () => void removeAll(context, mode === 'edit', overlay) : null}
          onFit={isEmpty ? null : () => show(null)}
          onZoom={(by) => setView(zoomed(camera.view, by))}
          sources={basemap.tiles}
          source={basemap.source?.id ?? 'none'}
          onSource={basemap.choose}
          fullscreen={isFullscreen}
          onFullscreen={toggleFullscreen}
          texts={texts}
        >
          <span className="km-slot" ref={toolbarSlot} />
        </MapToolbar>
      )}
      <div className="km-panels">
        <SelectedCard context={context} state={state} slot={cardSlot} />
        {listed ? <ShapePanel context={context} state={state} onClose={() => setListed(false)} /> : null}
        <div className="km-slot" ref={panelsSlot} />
      </div>
    </div>
  );
}

/** Names the shapes that an export leaves out or contains in an earlier form; empty if there are none. */
function exportWarning(state: MapState, texts: MapTexts): string {
  const titles = (problems: readonly Problem[]) =>
    problems.map(({ id }) => titleText(shapeOf(state.shapes, { kind: 'polygon', id }), texts)).join(', ');
  const problems = [...state.problems.values()];
  const missing = problems.filter(({ saved }) => saved === null);
  const older = problems.filter(({ saved }) => saved !== null);
  return [
    missing.length > 0 ? formatText(texts.export.left_out, { titles: titles(missing) }) : '',
    older.length > 0 ? formatText(texts.export.as_before, { titles: titles(older) }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join('. ');
}
