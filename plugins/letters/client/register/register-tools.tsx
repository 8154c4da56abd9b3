import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { Button, Menu, useText } from '#kernel/plugin-api/client.ts';
import { RunningDownload } from '../letter/download-progress.tsx';
import { useDownload } from '../letter/use-download.ts';

/** Takes the filtered register away as a spreadsheet; while it comes there is its progress, and a way to stop it. */
export function RegisterTools({ query }: { readonly query: string }) {
  const t = useText('letters');
  const { progress, start, cancel } = useDownload();
  if (progress) return <RunningDownload progress={progress} onCancel={cancel} />;
  return (
    <Menu
      label={t('export.action')}
      align="end"
      entries={[
        {
          label: t('export.xlsx'),
          icon: <FileSpreadsheet />,
          onSelect: () => void start(exportPath(query, 'xlsx')),
        },
        { label: t('export.csv'), icon: <FileText />, onSelect: () => void start(exportPath(query, 'csv')) },
      ]}
      renderTrigger={(trigger) => (
        <Button {...trigger} icon={<Download />}>
          {t('export.action')}
        </Button>
      )}
    />
  );
}

/** The call that answers with the register as a file: all pages of it, in the order of the numbers. */
function exportPath(query: string, format: 'xlsx' | 'csv'): string {
  const wanted = new URLSearchParams(query);
  for (const key of ['page', 'limit', 'sort_by', 'sort_order']) wanted.delete(key);
  wanted.set('format', format);
  return `letters/export?${wanted.toString()}`;
}
