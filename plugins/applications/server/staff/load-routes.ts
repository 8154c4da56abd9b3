import { areaOf, type Viewer } from '#kernel/plugin-api/contract.ts';
import { addDays, dayAt, localizedName } from '#kernel/domain/text/index.ts';
import {
  type CellValue,
  Download,
  downloadSchema,
  routesOf,
  sheetTypes,
  writeSheet,
  type Database,
} from '#kernel/plugin-api/server.ts';
import { loadExportQuerySchema, loadSchema, type Load } from '../../contract/load.ts';
import { applications, headAccess } from '../../manifest.ts';
import type { DeadlineSettings } from '../clock/deadline.ts';
import { defaultDueSoonDays } from '../work/provide-work.ts';
import { loadDays, readLoad } from './load-store.ts';

const route = routesOf(applications);

/** `GET applications/load`. */
export const load = route({
  method: 'GET',
  path: 'applications/load',
  summary:
    'The load of each receiver in the user’s area: open and recently answered applications; and the applications that nobody has taken',
  access: headAccess,
  response: loadSchema,
  handle: ({ database, viewer, context }) => loadOf(database, viewer, context),
});

const columns = [
  ['person', 30],
  ['role', 24],
  ['open', 12],
  ['due', 14],
  ['late', 14],
  ['tasks', 14],
  ['done', 16],
  ['median', 18],
] as const;

/** `GET applications/load/export`. */
export const exportLoad = route({
  method: 'GET',
  path: 'applications/load/export',
  summary: 'The load of each receiver as a file; audited',
  access: headAccess,
  query: loadExportQuerySchema,
  response: downloadSchema(sheetTypes.xlsx, sheetTypes.csv),
  async handle({ database, viewer, query: { format }, language, context, audit }) {
    await audit({
      action: 'applications.load.export',
      subjectType: 'application',
      subjectId: null,
      details: { format },
    });
    const textOf = (key: string) => context.text(language, `applications:load.${key}`);
    const { people, nobody } = await loadOf(database, viewer, context);
    async function* rows(): AsyncGenerator<CellValue[]> {
      for (const { admin, role, median, ...row } of people) {
        const name = `${admin.last_name} ${admin.first_name}`;
        const days = median === null ? '' : Math.round(median / 8640) / 10;
        yield [name, localizedName(role, language), row.open, row.due, row.late, row.tasks, row.done, days];
      }
      yield [textOf('noReceiver'), '', nobody.open, nobody.due, nobody.late, '', '', ''];
    }
    return new Download({
      name: `${textOf('file')}-${dayAt(Date.now(), context.timeZone)}.${format}`,
      mimetype: sheetTypes[format],
      stream: writeSheet(format, {
        name: textOf('sheet'),
        columns: columns.map(([key, width]) => ({ header: textOf(`columns.${key}`), width })),
        rows: rows(),
      }),
    });
  },
});

async function loadOf(
  database: Database,
  viewer: Viewer,
  { config, timeZone }: DeadlineSettings,
): Promise<Load> {
  const today = dayAt(Date.now(), timeZone);
  const nearUntil = addDays(today, (config.warnings.firstDays || defaultDueSoonDays) + 1);
  const found = await readLoad(database, { area: areaOf(viewer), today, nearUntil, timeZone });
  return { days: loadDays, ...found };
}
