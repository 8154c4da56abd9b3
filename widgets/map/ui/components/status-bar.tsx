import { formatText } from '../../../shared/format-text.ts';
import type { MapState } from '../../model/index.ts';
import type { MapTexts } from '../../model/text/texts.ts';
import { ProblemIcon } from './icons.tsx';

interface StatusBarProps {
  readonly state: Pick<MapState, 'shapes' | 'limits' | 'problems'>;
  /** The number of markers that the overlay draws. */
  readonly overlaid: number;
  readonly zoom: number;
  readonly attribution: string;
  readonly texts: MapTexts;
}

/** The status line of the map: the number of shapes and their limits, the zoom, the attribution of the tiles. */
export function StatusBar(props: StatusBarProps) {
  const { state, texts } = props;
  const { limits, problems } = state;
  const polygons = state.shapes.polygons.length;
  const markers = state.shapes.markers.length + props.overlaid;
  return (
    <section className="km-status" aria-label={texts.status.label}>
      {limits.polygon === 0 && polygons === 0 ? null : (
        <Count label={texts.status.polygons} count={polygons} max={limits.polygon} />
      )}
      {limits.marker === 0 && markers === 0 ? null : (
        <Count label={texts.status.markers} count={markers} max={limits.marker} />
      )}
      {problems.size > 0 ? (
        <span className="km-status-problem">
          <ProblemIcon size={14} aria-hidden="true" />
          {formatText(texts.status.problems, { count: problems.size })}
        </span>
      ) : null}
      <span className="km-wide">
        {formatText(texts.status.shown, { zoom: props.zoom.toFixed(1).replace('.', ',') })}
      </span>
      <span className="km-attribution" title={props.attribution}>
        {props.attribution}
      </span>
    </section>
  );
}

interface CountProps {
  readonly label: string;
  readonly count: number;
  readonly max: number | null;
}

function Count({ label, count, max }: CountProps) {
  return (
    <span data-full={max !== null && count >= max ? true : undefined}>
      {label}: <b>{countText(count, max)}</b>
    </span>
  );
}

/** A count with its limit, if any: `3`, `3/10`. */
export function countText(count: number, max: number | null): string {
  return max === null ? String(count) : `${count}/${max}`;
}
