import { Readable } from 'node:stream';
import { areaOf, pageSchema, runQuery, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  type Call,
  createDownloadSlots,
  Download,
  downloadSchema,
  maskPersonal,
  routesOf,
  sheetTypes,
  writeWorkbook,
} from '#kernel/plugin-api/server.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import { applicationSchema, applicationsQuery } from '#plugins/applications/contract.ts';
import { applicationExportQuerySchema, exportLimit, type ApplicationExportQuery } from '../../contract.ts';
import { stats } from '../../manifest.ts';
import { readCharts, readMetrics } from '../application/application-routes.ts';
import { periodOf } from '../application/period.ts';
import { tabsOf } from './sheets.ts';

/** Each workbook is created in memory, so only a few are created concurrently. */
const slotsOfNode = { concurrency: 4, perAdmin: 2 };

/** Creates `GET stats/application-stats/export`, which limits the concurrent workbooks of its server. */
export function exportRoute() {
  const slots = createDownloadSlots(slotsOfNode);
  return routesOf(stats)({
    method: 'GET',
    path: 'stats/application-stats/export',
    summary: 'The statistics of applications as a workbook of several sheets; audited',
    access: superAdmin,
    query: applicationExportQuerySchema,
    response: downloadSchema(sheetTypes.xlsx),
    handle: (call) => slots.run(call.viewer.id, () => makeExport(call)),
  });
}

async function makeExport({
  viewer,
  query,
  language,
  context,
  hooks,
  audit,
  present,
}: Call<undefined, ApplicationExportQuery, undefined, typeof stats>): Promise<Download> {
  const { timeZone } = context;
  const today = dayAt(Date.now(), timeZone);
  const period = periodOf(query, today);
  const { neighborhood, status, search, sort_by: sortBy = 'createdAt' } = query;
  const criteria = { area: areaOf(viewer), neighborhood, days: period.days };
  const direction = query.sort_order ?? (sortBy === 'createdAt' ? 'desc' : 'asc');
  const [metrics, charts, page] = await Promise.all([
    readMetrics(hooks, criteria, period),
    readCharts(hooks, criteria, today),
    runQuery(hooks, applicationsQuery, {
      ...criteria,
      language,
      page: 1,
      limit: exportLimit,
      status,
      search,
      sortBy,
      direction,
      present,
    }),
  ]);
  // Names and phones are exported unmasked; the log records who exported how many.
  await audit({
    action: 'stats.application.export',
    subjectType: 'application',
    subjectId: null,
    details: { total: page.items.length, fields: Object.keys(query) },
  });
  const translate = (key: string, params?: Readonly<Record<string, string | number>>) =>
    context.text(language, key, params);
  const bytes = await writeWorkbook(
    tabsOf(
      { metrics, charts, page: maskPersonal(pageSchema(applicationSchema), page), period, today },
      { translate, language, timeZone },
    ),
  );
  return new Download({
    name: `${translate('stats:sheet.file')}-${today}.xlsx`,
    mimetype: sheetTypes.xlsx,
    stream: Readable.from([bytes]),
    total: page.items.length,
  });
}
