import type { ReactNode } from 'react';
import { style } from '../style/stylesheet.ts';
import { fill, type MapTexts } from '../../model/text/texts.ts';
import { tileName } from '../../io/tiles/tile-name.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';
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
  /** More tools than fit on a phone. */
  readonly many: boolean;
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
  readonly lang: string | undefined;
}

/** The tools of a map: those that every map has, after those of the editor. */
export function MapToolbar(props: MapToolbarProps) {
  const { corner, children, sources, source, fullscreen, texts } = props;
  const { toolbar } = texts;
  return (
    <div
      className="km-toolbar km-panel"
      role="toolbar"
      aria-label={toolbar.label}
      data-corner={corner}
      data-many={props.many || undefined}
    >
      <div className="km-tools">
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
              [...sources, { id: 'none' }].map((one) => (
                <button
                  key={one.id}
                  type="button"
                  className="km-choice"
                  aria-pressed={one.id === source}
                  onClick={() => {
                    props.onSource(one.id);
                    close();
                  }}
                >
                  <CheckIcon size={16} style={{ visibility: one.id === source ? 'visible' : 'hidden' }} />
                  {tileName(one, texts, props.lang)}
                </button>
              ))
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
    </div>
  );
}

/** The label of a tool that adds, with the reason where it can't. */
export function limitLabel(label: string, count: number, max: number | null, { toolbar }: MapTexts): string {
  return max !== null && count >= max ? fill(toolbar.at_limit, { label, count, max }) : label;
}

style(`
.km-toolbar {
  position: relative;
  z-index: 7;
  flex: none;
  align-self: flex-start;
  max-width: 100%;
  overflow: visible;
  pointer-events: auto;
}
.km-tools { display: flex; flex-wrap: wrap; align-items: center; gap: 1px; padding: 3px; border-radius: inherit; }
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
@container km (max-width: 480px) {
  /* One row, that is pushed along: more of them would lie over the map. */
  .km-tools { flex-wrap: nowrap; overflow: auto hidden; overscroll-behavior: contain; scrollbar-width: thin; }
  .km-toolbar[data-many] .km-tools { padding-inline-end: 18px; }
  /* Not a mask, which would take away the windows that open from the tools. */
  .km-toolbar[data-many]::after {
    content: '';
    position: absolute;
    inset: 1px 1px 1px auto;
    width: 30px;
    border-radius: inherit;
    background: linear-gradient(to right, transparent, var(--km-surface));
    pointer-events: none;
  }
  /* At the breadths of phones the last one is cut, and so seen to go on. */
  .km .km-toolbar[data-many] .km-tool { width: calc(var(--km-control) + 2px); }
}
@media (pointer: coarse) { .km-tools { scrollbar-width: none; } }
`);
