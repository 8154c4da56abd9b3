import type { Page } from '#kernel/plugin-api/contract.ts';
import type { CellValue, WorkbookTab } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import {
  formatDate,
  formatDateTime,
  formatMonth,
  formatPhone,
  fullName,
  localizedName,
  padId,
} from '#kernel/domain/text/index.ts';
import type { Application } from '#plugins/applications/contract.ts';
import { metricKeys, type ApplicationCharts, type Metric, type MetricKey } from '../../contract.ts';
import type { Period } from '../application/period.ts';

/** The contents of a workbook. */
export interface BookContent {
  readonly metrics: Record<MetricKey, Metric>;
  readonly charts: ApplicationCharts;
  readonly page: Page<Application>;
  readonly period: Period;
  readonly today: string;
}

/** The language of a workbook. */
export interface Wording {
  readonly translate: (key: string, params?: Readonly<Record<string, string | number>>) => string;
  readonly language: Language;
  readonly timeZone: string;
}

type TabMaker = (content: BookContent, wording: Wording) => WorkbookTab;

/** The sheets of the workbook, in order. */
export function tabsOf(content: BookContent, wording: Wording): WorkbookTab[] {
  return [metricsTab, flowTab, lengthsTab, neighborhoodsTab, employmentTab, lateTab, applicationsTab].map(
    (make) => make(content, wording),
  );
}

function tab(
  { translate }: Wording,
  name: string,
  columns: readonly (readonly [key: string, width: number])[],
  rows: readonly (readonly CellValue[])[],
): WorkbookTab {
  return {
    name: translate(`stats:sheet.${name}`),
    columns: columns.map(([key, width]) => ({ header: translate(`stats:sheet.columns.${key}`), width })),
    rows,
  };
}

const metricsTab: TabMaker = ({ metrics, page, period, today }, wording) => {
  const { translate } = wording;
  const spanned = ({ from, to }: { from: string; to: string }) => `${formatDate(from)} – ${formatDate(to)}`;
  const rows: CellValue[][] = metricKeys.map((key) => [
    translate(key === 'total' ? 'stats:cards.total' : `applications:status.${key}`),
    metrics[key].total,
    metrics[key].change_percent,
  ]);
  const notes: CellValue[][] = [
    [translate('stats:sheet.period'), period.days ? spanned(period.days) : translate('stats:time.all'), null],
    [translate('stats:sheet.compared'), `${spanned(period.now)} / ${spanned(period.before)}`, null],
    [translate('stats:sheet.createdOn'), formatDate(today), null],
    [translate('stats:sheet.listed'), `${page.items.length} / ${page.length}${page.capped ? '+' : ''}`, null],
  ];
  const columns = [
    ['status', 34],
    ['count', 26],
    ['change', 16],
  ] as const;
  return tab(wording, 'metrics', columns, [...rows, [null, null, null], ...notes]);
};

const flowTab: TabMaker = ({ charts: { bucket_size: bucketSize, flow } }, wording) =>
  tab(
    wording,
    'flow',
    [
      [bucketSize, 14],
      ['arrived', 14],
      ['completed', 14],
    ],
    flow.map(({ since, arrived, completed }) => [
      bucketSize === 'day' ? formatDate(since) : formatMonth(since),
      arrived,
      completed,
    ]),
  );

const lengthsTab: TabMaker = ({ charts: { lengths } }, wording) =>
  tab(
    wording,
    'lengths',
    [
      ['status', 20],
      ['steps', 12],
      ['median', 18],
      ['p90', 18],
    ],
    lengths.map(({ status, count, median, p90 }) => [
      wording.translate(`applications:status.${status}`),
      count,
      hours(median),
      hours(p90),
    ]),
  );

const neighborhoodsTab: TabMaker = ({ charts: { neighborhoods } }, wording) =>
  tab(
    wording,
    'neighborhoods',
    [
      ['neighborhood', 26],
      ['count', 12],
      ['completed', 14],
      ['late', 16],
    ],
    neighborhoods.map((one) => [
      localizedName(one.neighborhood, wording.language),
      one.total,
      one.completed,
      one.late,
    ]),
  );

const employmentTab: TabMaker = ({ charts: { employment } }, wording) =>
  tab(
    wording,
    'employment',
    [
      ['employment', 28],
      ['count', 12],
    ],
    employment.map(({ employment_status, count }) => [
      wording.translate(`applications:employment.${employment_status}`),
      count,
    ]),
  );

const lateTab: TabMaker = ({ charts: { late } }, wording) =>
  tab(
    wording,
    'late',
    [
      ['receiver', 30],
      ['count', 12],
      ['lateSince', 20],
    ],
    late.map(({ receiver, count, since }) => [
      receiver ? fullName(receiver) : wording.translate('stats:charts.nobody'),
      count,
      formatDateTime(since, wording.timeZone),
    ]),
  );

const applicationsTab: TabMaker = ({ page }, wording) => {
  const { translate, language, timeZone } = wording;
  return tab(
    wording,
    'applications',
    [
      ['number', 10],
      ['created', 18],
      ['author', 34],
      ['phone', 20],
      ['neighborhood', 24],
      ['status', 18],
      ['employment', 24],
      ['request', 60],
      ['deadline', 18],
      ['receiver', 28],
    ],
    page.items.map((one) => [
      padId(one.id),
      formatDateTime(one.createdAt, timeZone),
      fullName(one.author),
      one.author.phone === null ? null : formatPhone(one.author.phone),
      localizedName(one.neighborhood, language),
      translate(`applications:status.${one.status.status}`),
      translate(`applications:employment.${one.employment_status}`),
      one.planned_assistance,
      one.cancel_time === null ? null : formatDateTime(one.cancel_time, timeZone),
      one.receiver ? fullName(one.receiver) : null,
    ]),
  );
};

/** Seconds as hours, to one decimal. */
function hours(seconds: number): number {
  return Math.round(seconds / 360) / 10;
}
