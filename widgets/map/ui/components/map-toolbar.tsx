import type { ReactNode } from 'react';
import { formatText } from '../../../shared/format-text.ts';
import type { MapTexts } from '../../model/text/texts.ts';
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

interface MapToolbarProps {
  readonly corner: string;
  /** Whether there are more tools than fit on a phone. */
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
  /** The id of the current source, `none` for a plain background. */
  readonly source: string;
  readonly onSource: (id: string) => void;
  readonly fullscreen: boolean;
  readonly onFullscreen: () => void;
  readonly texts: MapTexts;
  readonly lang: string | undefined;
}

/** The toolbar of a map: the editor's tools, then those of every map. */
export function MapToolbar(props: MapToolbarProps) {
  const { corner, children, fullscreen, texts } = props;
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
        {props.sources.length > 0 ? <TileMenu {...props} /> : null}
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

/** The choice of the basemap. */
function TileMenu({ sources, source, onSource, texts, lang }: MapToolbarProps) {
  return (
    <Popover label={texts.toolbar.tiles} icon={<TilesIcon />}>
      {(close) =>
        [...sources, { id: 'none' }].map((one) => (
          <button
            key={one.id}
            type="button"
            className="km-choice"
            aria-pressed={one.id === source}
            onClick={() => {
              onSource(one.id);
              close();
            }}
          >
            <CheckIcon size={16} style={{ visibility: one.id === source ? 'visible' : 'hidden' }} />
            {tileName(one, texts, lang)}
          </button>
        ))
      }
    </Popover>
  );
}

/** The label of a tool that adds shapes, with the limit if it is reached. */
export function limitLabel(label: string, count: number, max: number | null, { toolbar }: MapTexts): string {
  return max !== null && count >= max ? formatText(toolbar.at_limit, { label, count, max }) : label;
}
