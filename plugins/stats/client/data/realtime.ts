import { refetchDocuments, throttle } from '#kernel/plugin-api/client.ts';
import { minuteMs } from '#kernel/domain/text/dates.ts';
import type { StatsChange } from '../../contract.ts';
import {
  applicationChartsDocument,
  applicationStatsDocument,
  locationCountsDocument,
  neighborhoodStatsDocument,
} from './queries.ts';
import { proxy } from 'valtio';

/** Numbers are updated within half a second; a hundred changes at once cause two reads. */
const pause = 500;
/** The map is large, so it is updated a little later. */
const mapPause = 2000;

const readers: Readonly<Record<StatsChange['topic'], readonly (() => void)[]>> = {
  applications: [
    throttle(
      () =>
        void refetchDocuments(applicationStatsDocument, applicationChartsDocument, neighborhoodStatsDocument),
      pause,
    ),
  ],
  households: [
    throttle(() => void refetchDocuments(locationCountsDocument, neighborhoodStatsDocument), pause),
    throttle(cityChanged, mapPause),
  ],
  places: [
    throttle(
      () =>
        void refetchDocuments(locationCountsDocument, neighborhoodStatsDocument, applicationChartsDocument),
      pause,
    ),
    throttle(cityChanged, mapPause),
  ],
};

/** Reads changed numbers again, as far as they are shown. */
export function followStats({ topic }: StatsChange): void {
  for (const read of readers[topic]) read();
}

/** After a disconnection: reloads everything that is shown. */
export function readAll(): void {
  for (const topic of Object.keys(readers) as StatsChange['topic'][]) followStats({ topic });
}

/**
 * Reloads applications, which become overdue without an event, every minute while the page may be visible; returns the
 * function that stops it.
 */
export function followClock(): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) followStats({ topic: 'applications' });
  }, minuteMs);
  return () => clearInterval(timer);
}

/** The number of changes of the city since the page was opened: pages that show it read it again. */
export const cityStore = proxy({ changes: 0 });

/** Records a change of households or places. */
export function cityChanged(): void {
  cityStore.changes++;
}
