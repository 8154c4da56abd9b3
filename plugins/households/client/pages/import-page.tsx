import { sheetImportPage, useText } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { importLimits } from '#kernel/domain/values/limits.ts';
import { type ImportReport, type ImportRow } from '../../contract.ts';

/** Imports households from a spreadsheet. */
export const ImportPage = sheetImportPage<ImportRow, ImportReport>({
  plugin: 'households',
  path: 'households',
  page: '/households/list',
  limits: importLimits,
  useColumns() {
    const t = useText('households');
    return [
      { key: 'address', title: t('import.address'), cell: ({ address }) => address, primary: true },
      {
        key: 'citizens',
        title: t('import.citizens'),
        cell: ({ citizens }) => citizens,
        numeric: true,
        width: 110,
      },
    ];
  },
  useWritten() {
    const t = useText('households');
    return ({ created }) => t('import.created', { count: created, number: formatNumber(created) });
  },
});
