import { Download, FileSpreadsheet, FileText, X } from 'lucide-react';
import { Button, Menu, useDownload, useText } from '#kernel/plugin-api/client.ts';

/** Takes the filtered log away as a file; while it comes, a way to stop it. */
export function ExportMenu({ query }: { readonly query: string }) {
  const t = useText('audit');
  const { progress, start, cancel } = useDownload({ started: t('export.started'), done: t('export.done') });
  if (progress) {
    return (
      <Button icon={<X />} onClick={cancel}>
        {t('export.cancel')}
      </Button>
    );
  }
  return (
    <Menu
      label={t('export.action')}
      align="end"
      entries={[
        {
          label: t('export.xlsx'),
          icon: <FileSpreadsheet />,
          onSelect: () => void start(pathOf(query, 'xlsx')),
        },
        { label: t('export.csv'), icon: <FileText />, onSelect: () => void start(pathOf(query, 'csv')) },
      ]}
      renderTrigger={(trigger) => (
        <Button {...trigger} icon={<Download />}>
          {t('export.action')}
        </Button>
      )}
    />
  );
}

function pathOf(query: string, format: 'xlsx' | 'csv'): string {
  const wanted = new URLSearchParams(query);
  for (const key of ['page', 'limit', 'sort_by', 'sort_order']) wanted.delete(key);
  wanted.set('format', format);
  return `audit/export?${wanted.toString()}`;
}
