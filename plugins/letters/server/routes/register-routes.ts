import { areaOf, pageOf } from '#kernel/plugin-api/contract.ts';
import {
  type Call,
  type CellValue,
  createDownloadSlots,
  Download,
  downloadSchema,
  routesOf,
  sheetTypes,
  writeSheet,
} from '#kernel/plugin-api/server.ts';
import { dayAt, fullName, localizedName, padId } from '#kernel/domain/text/index.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import {
  type LetterExportQuery,
  letterExportQuerySchema,
  letterListQuerySchema,
  letterPageSchema,
  writers,
} from '../../contract.ts';
import { letters } from '../../manifest.ts';
import { presentLetter } from '../letter/presenter.ts';
import { readLetters, streamLetters } from '../store/list.ts';

const route = routesOf(letters);

/** `GET letters`. */
export const list = route({
  method: 'GET',
  path: 'letters',
  summary: 'The outgoing register within the user’s area, by default with the newest number first',
  access: writers,
  query: letterListQuerySchema,
  response: letterPageSchema,
  async handle({ database, query, viewer, present }) {
    const { rows, length, capped } = await readLetters(database, query, areaOf(viewer));
    const items = rows.map((row) => presentLetter(row, present));
    return pageOf(items, { page: query.page, limit: query.limit, length, capped });
  },
});

const columns = [
  ['number', 16],
  ['issued_on', 14],
  ['addressee', 34],
  ['subject', 40],
  ['language', 12],
  ['application', 14],
  ['neighborhood', 26],
  ['signatory', 34],
  ['author', 28],
  ['status', 18],
  ['replaces', 18],
  ['reason', 40],
] as const;

/** The maximum number of concurrent exports per node and admin; further callers are told to retry. */
const slotsOfNode = { concurrency: 4, perAdmin: 2 } as const;

/** Creates `GET letters/export`, which limits the concurrent exports of its server. */
export function exportRoute() {
  const slots = createDownloadSlots(slotsOfNode);
  return route({
    method: 'GET',
    path: 'letters/export',
    summary: 'The filtered register as a file, sent while it is read; audited',
    access: writers,
    query: letterExportQuerySchema,
    response: downloadSchema(sheetTypes.xlsx, sheetTypes.csv),
    handle: (call) => slots.run(call.viewer.id, () => makeExport(call)),
  });
}

async function makeExport({
  query,
  viewer,
  language,
  context,
  audit,
}: Call<undefined, LetterExportQuery, undefined, typeof letters>): Promise<Download> {
  const { format, ...filters } = query;
  await audit({
    action: 'letters.register.export',
    subjectType: 'letter',
    subjectId: null,
    details: { format, fields: Object.keys(filters) },
  });
  const translate = (key: string) => context.text(language, `letters:${key}`);
  async function* rows(): AsyncGenerator<CellValue[]> {
    for await (const row of streamLetters(context.database, filters, areaOf(viewer))) {
      const letter = presentLetter(row, (file) => ({ ...file, url: '' }));
      yield [
        letter.number,
        formatDate(letter.issued_on),
        letter.addressee,
        letter.subject,
        translate(`languages.${letter.language}`),
        padId(letter.application_id),
        localizedName(letter.neighborhood, language),
        letter.signatory.name,
        letter.author ? fullName({ ...letter.author, father_name: null }) : '',
        translate(`status.${letter.status}`),
        letter.replaces?.number ?? '',
        letter.void_reason ?? '',
      ];
    }
  }
  return new Download({
    name: `${translate('export.file')}-${dayAt(Date.now(), context.timeZone)}.${format}`,
    mimetype: sheetTypes[format],
    stream: writeSheet(format, {
      name: translate('menu.list'),
      columns: columns.map(([key, width]) => ({ header: translate(`columns.${key}`), width })),
      rows: rows(),
    }),
  });
}
