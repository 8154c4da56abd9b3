import { fill, type MapTexts } from '../../model/text/texts.ts';
import { style } from '../style/stylesheet.ts';
import { ProblemIcon } from './icons.tsx';

export interface StatusBarProps {
  readonly polygons: number;
  readonly markers: number;
  readonly maxPolygons: number | null;
  readonly maxMarkers: number | null;
  readonly problems: number;
  readonly zoom: number;
  readonly attribution: string;
  readonly texts: MapTexts;
}

/** The line at the foot of the map: how many shapes, out of how many, and whom to thank for the ground. */
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
          {fill(texts.status.problems, { count: props.problems })}
        </span>
      ) : null}
      <span className="km-wide">
        {fill(texts.status.shown, { zoom: props.zoom.toFixed(1).replace('.', ',') })}
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
      {label}: <b>{countOf(count, max)}</b>
    </span>
  );
}

/** A count, out of how many where there is a limit: `3`, `3/10`. */
export function countOf(count: number, max: number | null): string {
  return max === null ? String(count) : `${count}/${max}`;
}

style(`
.km-status {
  display: flex;
  flex: none;
  align-items: center;
  gap: 14px;
  min-height: 28px;
  padding: 0 10px;
  overflow: hidden;
  border-top: 1px solid var(--km-line);
  background: var(--km-surface);
  color: var(--km-text-2);
  font-size: 12px;
  line-height: 16px;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
}
.km-status b { color: var(--km-text); font-weight: 600; }
.km-status [data-full] b { color: var(--km-warn); }
.km-status-problem { display: flex; align-items: center; gap: 4px; color: var(--km-danger-text); font-weight: 550; }
.km-attribution {
  min-width: 0;
  margin-inline-start: auto;
  overflow: hidden;
  color: var(--km-text-3);
  font-size: 11px;
  text-overflow: ellipsis;
}
@container km (max-width: 480px) {
  /* Neither how many shapes are wrong is cut, nor what is owed to the owner of the tiles. */
  .km-status { flex-wrap: wrap; gap: 2px 14px; padding-block: 6px; }
  .km-attribution { white-space: normal; }
}
`);
