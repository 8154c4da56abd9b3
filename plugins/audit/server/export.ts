import { type Language } from '#kernel/domain/text/index.ts';
import { formatDateTime } from '#kernel/domain/text/index.ts';
import {
  type Call,
  type CellValue,
  createDownloadSlots,
  type Database,
  Download,
  downloadSchema,
  routesOf,
  sheetTypes,
  writeSheet,
} from '#kernel/plugin-api/server.ts';
import { superAdmin } from '#kernel/plugin-api/contract.ts';
import { auditExportQuerySchema, type AuditExportQuery } from '../contract.ts';
import { audit } from '../manifest.ts';
import { countEntries, readAfter, type ListRequest } from './list.ts';
import { requestOf } from './request.ts';

const rowsAtOnce = 2000;
const columns = ['createdAt', 'admin', 'action', 'subject', 'address', 'details', 'id'] as const;

/** Creates `GET audit/export`, which counts the exports that are under way on its server. */
export function exportRoute() {
  const slots = createDownloadSlots({ concurrency: 2, perAdmin: 1 });
  return routesOf(audit)({
    method: 'GET',
    path: 'audit/export',
    summary: 'The filtered audit log as a file without a limit of rows, sent while it is read; audited itself',
    access: superAdmin,
    query: auditExportQuerySchema,
    response: downloadSchema(sheetTypes.xlsx, sheetTypes.csv),
    handle: (call) => slots.run(call.viewer.id, () => makeExport(call)),
  });
}

async function makeExport(
  call: Call<undefined, AuditExportQuery, undefined, typeof audit>,
): Promise<Download> {
  const { query, language, context } = call;
  const { format, ...filters } = query;
  const request = await requestOf(call, filters, 'desc');
  const total = await countEntries(context.database, request);
  await call.audit({
    action: 'audit.export',
    subjectType: filters.citizen === undefined ? 'installation' : 'user',
    subjectId: filters.citizen ?? null,
    details: { format, total, fields: Object.keys(filters) },
  });
  const say = (key: string) => context.text(language, `audit:${key}`);
  const stream = writeSheet(format, {
    name: say('sheet.name'),
    columns: columns.map((key) => ({ header: say(`fields.${key}`), width: key === 'details' ? 50 : 22 })),
    rows: rowsOf(context.database, request, { language, say, timeZone: context.timeZone }),
  });
  const day = new Date().toISOString().slice(0, 10);
  return new Download({ name: `${say('sheet.file')}-${day}.${format}`, mimetype: sheetTypes[format], stream, total });
}

async function* rowsOf(
  database: Database,
  request: ListRequest,
  { say, timeZone }: { readonly language: Language; readonly say: (key: string) => string; readonly timeZone: string },
): AsyncGenerator<CellValue[]> {
  let after: { createdAt: string; id: number } | null = null;
  for (;;) {
    const rows = await readAfter(database, request, { after, limit: rowsAtOnce });
    for (const { id, createdAt, admin, address, action, subject_type: type, subject_id: subject, details } of rows) {
      yield [
        formatDateTime(createdAt, timeZone),
        admin ? `${admin.last_name} ${admin.first_name}` : say('system'),
        action,
        subject === null ? type : `${type} ${subject}`,
        address,
        details.map(({ name, value }) => `${name}: ${value}`).join('; '),
        id,
      ];
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}
