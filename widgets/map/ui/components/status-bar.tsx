import { formatText } from '../../../shared/format-text.ts';
import type { MapTexts } from '../../model/text/texts.ts';
import { ProblemIcon } from './icons.tsx';

interface StatusBarProps {
  readonly polygons: number;
  readonly markers: number;
  readonly maxPolygons: number | null;
  readonly maxMarkers: number | null;
  readonly problems: number;
  readonly zoom: number;
  readonly attribution: string;
  readonly texts: MapTexts;
}

/** The status line of the map: the number of shapes and their limits, the zoom, the attribution of the tiles. */
export function StatusBar(props: StatusBarProps) {
  const { texts } = props;
  return (
    <section className="km-status" aria-label={texts.status.label}>
      {props.maxPolygons === 0 && props.polygons === 0 ? null : (
        <Count label={texts.status.polygons} count={props.polygons} max={props.maxPolygons} />
      )}
      {props.maxMarkers === 0 && props.markers === 0 ? null : (
        <Count label={texts.status.markers} count={props.markers} max={props.maxMarkers} />
      )}
      {props.problems > 0 ? (
        <span className="km-status-problem">
          <ProblemIcon size={14} aria-hidden="true" />
          {formatText(texts.status.problems, { count: props.problems })}
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
