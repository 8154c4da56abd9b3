import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Menu } from '#kernel/client/ui/overlays/popups.tsx';
import { DownloadStatus } from './download-status.tsx';
import { useDownload } from './use-download.ts';

interface ExportMenuProps {
  /** The path of the call that returns the file: `letters/export`. It takes the filters of the list, and `format`. */
  readonly path: string;
  /** The query of the list as in its address: filters, search, sorting; page and limit are left out. */
  readonly query: string;
  /** Whether the file has a fixed order, so that the sorting is omitted too. */
  readonly fixedOrder?: boolean;
}

/**
 * Downloads a whole filtered list as a spreadsheet (xlsx or csv), with progress and a button to cancel. Errors are shown as
 * toasts.
 *
 * @example
 * <ExportMenu path="letters/export" query={records.list.toQueryString()} fixedOrder />
 */
export function ExportMenu({ path, query, fixedOrder = false }: ExportMenuProps) {
  const t = useText();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const { progress, start, cancel } = useDownload({ started: t('export.started'), done: t('export.done') });
  if (progress) return <DownloadStatus progress={progress} hasLines={format === 'csv'} onCancel={cancel} />;
  function take(chosen: ExportFormat): void {
    setFormat(chosen);
    void start(exportPath(path, query, { format: chosen, fixedOrder }));
  }
  return (
    <Menu
      label={t('export.action')}
      align="end"
      entries={[
        { label: t('export.xlsx'), icon: <FileSpreadsheet />, onSelect: () => take('xlsx') },
        { label: t('export.csv'), icon: <FileText />, onSelect: () => take('csv') },
      ]}
      renderTrigger={(trigger) => (
        <Button {...trigger} icon={<Download />}>
          {t('export.action')}
        </Button>
      )}
    />
  );
}

/** The formats of an exported list. */
export type ExportFormat = 'xlsx' | 'csv';

/**
 * The path of the call that returns a whole list as a file: `audit/export?action=users.create&format=csv`. It has the
 * list's query without page and limit, and without the sorting if the file has a fixed order.
 */
export function exportPath(
  path: string,
  query: string,
  { format, fixedOrder = false }: { readonly format: ExportFormat; readonly fixedOrder?: boolean },
): string {
  const params = new URLSearchParams(query);
  for (const key of ['page', 'limit', ...(fixedOrder ? ['sort_by', 'sort_order'] : [])]) params.delete(key);
  params.set('format', format);
  return `${path}?${params.toString()}`;
}
