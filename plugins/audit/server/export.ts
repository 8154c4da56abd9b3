import { dayAt, formatDateTime, type Language } from '#kernel/domain/text/index.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import {
  type Call,
  type CellValue,
  createDownloadSlots,
  Download,
  downloadSchema,
  retryRead,
  routesOf,
  type ServerContext,
  sheetTypes,
  writeSheet,
} from '#kernel/plugin-api/server.ts';
import { auditExportQuerySchema, type AuditExportQuery } from '../contract.ts';
import { audit, readers } from '../manifest.ts';
import { criteriaOf, type Criteria } from './criteria.ts';
import { countEntries, type EntryPosition, type EntryRow, readAfter } from './list.ts';
import { idsOf, presentAdmin, presentDetails } from './presenter.ts';
import { inSnapshot } from './snapshot.ts';

const rowsAtOnce = 2000;
/** A cell holds 32,767 characters; beyond this number, ids are only counted. */
const maxIds = 1000;
const columns = [
  ['id', 12],
  ['createdAt', 20],
  ['admin', 34],
  ['action', 40],
  ['code', 34],
  ['subject', 34],
  ['address', 18],
  ['details', 60],
] as const;

/** Creates `GET audit/export`, which limits the concurrent exports of its server. */
export function exportRoute() {
  const slots = createDownloadSlots({ concurrency: 2, perAdmin: 1 });
  return routesOf(audit)({
    method: 'GET',
    path: 'audit/export',
    summary:
      'Exports the filtered audit log as a file without a row limit, sent while it is read; the export is audited',
    access: readers,
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
  const criteria = await criteriaOf(call, filters, 'desc');
  const { total, actions } = await inSnapshot(context.database, (log) => countEntries(log, criteria));
  await call.audit({
    action: 'audit.export',
    subjectType: filters.citizen === undefined ? 'installation' : 'user',
    subjectId: filters.citizen ?? null,
    details: { format, total, fields: Object.keys(filters) },
  });
  const translate = (key: string) => context.text(language, `audit:${key}`);
  const day = dayAt(Date.now(), context.timeZone);
  return new Download({
    name: `${translate('export.file')}-${day}.${format}`,
    mimetype: sheetTypes[format],
    stream: writeSheet(format, {
      name: translate('menu.list'),
      columns: columns.map(([key, width]) => ({ header: translate(`columns.${key}`), width })),
      rows: rowsOf(context, { criteria, actions }, language),
    }),
    total,
  });
}

async function* rowsOf(
  { database, text, timeZone }: Pick<ServerContext, 'database' | 'text' | 'timeZone'>,
  { criteria, actions }: { readonly criteria: Criteria; readonly actions: readonly string[] | null },
  language: Language,
): AsyncGenerator<CellValue[]> {
  const translate = (key: string) => text(language, `audit:${key}`);
  const named = (kind: string, name: string) => {
    const key = `audit:${kind}.${name.replaceAll('.', '_')}`;
    const found = text(language, key);
    return found === key ? name : found;
  };
  let after: EntryPosition | null = null;
  for (;;) {
    const portion = { actions, after, limit: rowsAtOnce };
    const rows: readonly EntryRow[] = await retryRead(() => readAfter(database, criteria, portion));
    for (const row of rows) {
      const admin = presentAdmin(row);
      const ids = idsOf(row);
      const shown = ids.length > maxIds ? String(ids.length) : ids.join(', ');
      yield [
        row.id,
        formatDateTime(new Date(row.at).toISOString(), timeZone),
        admin ? fullName({ ...admin, father_name: admin.father_name ?? null }) : translate('system'),
        named('actions', row.action),
        row.action,
        `${named('subjects', row.subject_type)} ${shown}`.trim(),
        row.address,
        presentDetails(row)
          .map(({ name, value }) => `${named('details', name)}: ${value}`)
          .join('; '),
      ];
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = { at: last.at, id: last.id };
  }
}
