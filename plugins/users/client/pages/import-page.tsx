import { sheetImportPage, useText } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { importLimits } from '#kernel/domain/values/limits.ts';
import { type CitizenReport, type CitizenRow } from '../../contract.ts';

/** Imports citizens from a spreadsheet; a row with a known JSHSHIR completes that citizen. */
export const ImportPage = sheetImportPage<CitizenRow, CitizenReport>({
  plugin: 'users',
  path: 'users',
  page: '/users',
  limits: importLimits,
  useColumns() {
    const t = useText('users');
    return [
      { key: 'name', title: t('import.name'), cell: ({ name }) => name, primary: true },
      {
        key: 'kind',
        title: t('import.kind'),
        cell: ({ merges }) => t(merges ? 'import.merges' : 'import.new'),
        width: 150,
      },
    ];
  },
  useWritten() {
    const t = useText('users');
    return ({ created, merged }) =>
      [
        created > 0 || merged === 0
          ? t('import.created', { count: created, number: formatNumber(created) })
          : '',
        merged > 0 ? t('import.completed', { count: merged, number: formatNumber(merged) }) : '',
      ]
        .filter(Boolean)
        .join(' ');
  },
});
