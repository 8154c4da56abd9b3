import type { ReactNode } from 'react';
import { style } from '../style/sheet.ts';
import { fill, type MapTexts } from '../texts.ts';
import type { TileSource } from '../tiles/tile-source.ts';
import {
  CheckIcon,
  ClearIcon,
  ExportIcon,
  FitIcon,
  FullscreenIcon,
  LeaveFullscreenIcon,
  ListIcon,
  TilesIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from './icons.tsx';
import { Popover } from './popover.tsx';
import { ToolButton } from './tool-button.tsx';

export interface MapToolbarProps {
  readonly corner: string;
  /** The tools of the editor, before those of every map. */
  readonly children?: ReactNode;
  readonly listed: boolean;
  readonly onList: () => void;
  readonly onExport: (() => void) | null;
  readonly onClear: (() => void) | null;
  readonly onFit: (() => void) | null;
  readonly onZoom: (by: number) => void;
  readonly sources: readonly TileSource[];
  /** The id of what is shown, `none` for plain ground. */
  readonly source: string;
  readonly onSource: (id: string) => void;
  readonly fullscreen: boolean;
  readonly onFullscreen: () => void;
  readonly texts: MapTexts;
}

/** The tools of a map: those that every map has, after those of the editor. */
export function MapToolbar(props: MapToolbarProps) {
  const { corner, children, sources, source, fullscreen, texts } = props;
  const { toolbar } = texts;
  return (
    <div className="km-toolbar km-panel" role="toolbar" aria-label={toolbar.label} data-corner={corner}>
      {children}
      <ToolButton
        label={toolbar.list}
        icon={<ListIcon />}
        aria-pressed={props.listed}
        onClick={props.onList}
      />
      {props.onExport ? (
        <ToolButton label={toolbar.export} icon={<ExportIcon />} onClick={props.onExport} />
      ) : null}
      {props.onClear ? (
        <ToolButton label={toolbar.clear} icon={<ClearIcon />} onClick={props.onClear} />
      ) : null}
      <span className="km-rule" />
      <ToolButton
        label={toolbar.fit}
        icon={<FitIcon />}
        disabled={props.onFit === null}
        onClick={props.onFit ?? undefined}
      />
      <ToolButton
        className="km-wide"
        label={toolbar.zoom_in}
        icon={<ZoomInIcon />}
        onClick={() => props.onZoom(1)}
      />
      <ToolButton
        className="km-wide"
        label={toolbar.zoom_out}
        icon={<ZoomOutIcon />}
        onClick={() => props.onZoom(-1)}
      />
      {sources.length > 0 ? (
        <Popover label={toolbar.tiles} icon={<TilesIcon />}>
          {(close) =>
            [...sources.map(({ id, name }) => ({ id, name })), { id: 'none', name: undefined }].map(
              ({ id, name }) => (
                <button
                  key={id}
                  type="button"
                  className="km-choice"
                  aria-pressed={id === source}
                  onClick={() => {
                    props.onSource(id);
                    close();
                  }}
                >
                  <CheckIcon size={16} style={{ visibility: id === source ? 'visible' : 'hidden' }} />
                  {tileName(id, name, texts)}
                </button>
              ),
            )
          }
        </Popover>
      ) : null}
      <ToolButton
        label={fullscreen ? toolbar.leave_fullscreen : toolbar.fullscreen}
        icon={fullscreen ? <LeaveFullscreenIcon /> : <FullscreenIcon />}
        aria-pressed={fullscreen}
        onClick={props.onFullscreen}
      />
    </div>
  );
}

/** What people call a tile source: the texts know the four of the specification. */
export function tileName(id: string, name: string | undefined, { tiles }: MapTexts): string {
  const known: Readonly<Record<string, string>> = tiles;
  return name ?? (['osm', 'satellite', 'terrain', 'dark', 'none'].includes(id) ? known[id] : undefined) ?? id;
}

/** The label of a tool that adds, with the reason where it can't. */
export function limitLabel(label: string, count: number, max: number | null, { toolbar }: MapTexts): string {
  return max !== null && count >= max ? fill(toolbar.at_limit, { label, count, max }) : label;
}

style(`
.km-toolbar {
  position: relative;
  z-index: 7;
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  align-self: flex-start;
  gap: 1px;
  max-width: 100%;
  padding: 3px;
  pointer-events: auto;
}
.km-toolbar[data-corner$='right'] { align-self: flex-end; }
.km-rule { align-self: stretch; width: 1px; margin: 4px 3px; background: var(--km-line); }
.km .km-choice {
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  min-height: var(--km-control);
  padding: 0 12px 0 6px;
  border: 0;
  border-radius: var(--km-radius);
  background: none;
  text-align: start;
  white-space: nowrap;
  cursor: pointer;
}
.km .km-choice:hover { background: var(--km-hover); }
`);
