import { z } from 'zod';
import { areaOf, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { formatDateTime, padId } from '#kernel/domain/text/index.ts';
import {
  type CellValue,
  Download,
  downloadSchema,
  routesOf,
  sheetTypes,
  within,
  writeSheet,
} from '#kernel/plugin-api/server.ts';
import { bulkReportQuerySchema } from '../../contract/bulk.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { readBatch, readReport } from './store.ts';

const columns = [
  ['number', 14],
  ['name', 32],
  ['neighborhood', 24],
  ['result', 18],
  ['reason', 48],
  ['at', 20],
] as const;

/** `GET applications/batches/:id/report`: the outcome for each application of a bulk job. */
export const reportRoute = routesOf(applications)({
  method: 'GET',
  path: 'applications/batches/:id/report',
  summary:
    'The report of one of the user’s bulk jobs as a file, with the outcome for each application; audited',
  access: receiverAccess,
  params: z.object({ id: idParamSchema }),
  query: bulkReportQuerySchema,
  response: downloadSchema(sheetTypes.xlsx, sheetTypes.csv),
  async handle({ database, viewer, params: { id }, query: { format }, language, context, audit }) {
    await readBatch(database, id, viewer.id);
    await audit({
      action: 'applications.batch.report',
      subjectType: 'application_batch',
      subjectId: id,
      details: { format },
    });
    const textOf = (key: string) => context.text(language, `applications:bulk.${key}`);
    const found = await readReport(database, id, within(areaOf(viewer)));
    async function* rows(): AsyncGenerator<CellValue[]> {
      for (const row of found) {
        const result = row.is_done ? 'done' : row.problem === null ? 'notProcessed' : 'failed';
        yield [
          padId(row.application_id),
          row.name,
          (language === 'uz' ? row.place_uz : row.place_ru) ?? '',
          textOf(`report.${result}`),
          row.problem === null ? '' : textOf(`problems.${row.problem}`),
          row.at === null ? '' : formatDateTime(row.at, context.timeZone),
        ];
      }
    }
    return new Download({
      name: `${textOf('report.file')}-${id}.${format}`,
      mimetype: sheetTypes[format],
      stream: writeSheet(format, {
        name: textOf('report.sheet'),
        columns: columns.map(([key, width]) => ({ header: textOf(`report.columns.${key}`), width })),
        rows: rows(),
      }),
    });
  },
});
