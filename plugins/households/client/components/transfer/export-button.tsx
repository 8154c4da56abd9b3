import { Download, FileSpreadsheet, FileText, X } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  type DownloadProgress,
  IconButton,
  LinkButton,
  Menu,
  ProgressBar,
  tabularNumbers,
  useBytes,
  useCapabilities,
  useDownload,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { SheetFormat } from '../../../contract.ts';

interface ExportButtonProps {
  /** The list's filters, search and sorting, as its address has them; page and limit are left out. */
  readonly query: string;
}

/** Takes the whole filtered list away as a spreadsheet; while it comes there is its progress, and a way to stop it. */
export function ExportButton({ query }: ExportButtonProps) {
  const t = useText('households');
  const running = useDownload({ started: t('export.started'), done: t('export.done') });
  const [format, setFormat] = useState<SheetFormat>('xlsx');
  if (running.progress) {
    // A workbook is packed: how much of it there is says nothing of how much is to come.
    return <Running progress={running.progress} isText={format === 'csv'} onCancel={running.cancel} />;
  }
  function start(chosen: SheetFormat): void {
    setFormat(chosen);
    void running.start(exportPath(query, chosen));
  }
  return (
    <Menu
      label={t('export.label')}
      align="end"
      entries={[
        {
          label: t('export.xlsx'),
          icon: <FileSpreadsheet />,
          onSelect: () => start('xlsx'),
        },
        {
          label: t('export.csv'),
          icon: <FileText />,
          onSelect: () => start('csv'),
        },
      ]}
      renderTrigger={(trigger) => (
        <Button {...trigger} icon={<Download />}>
          {t('export.label')}
        </Button>
      )}
    />
  );
}

/** The call that answers with a list as a file. */
export function exportPath(query: string, format: SheetFormat): string {
  const wanted = new URLSearchParams(query);
  for (const key of ['page', 'limit']) wanted.delete(key);
  wanted.set('format', format);
  return `households/export?${wanted.toString()}`;
}

interface RunningProps {
  readonly progress: DownloadProgress;
  /** Its lines tell how far it is. */
  readonly isText: boolean;
  readonly onCancel: () => void;
}

function Running({ progress: { bytes, lines, total }, isText, onCancel }: RunningProps) {
  const t = useText('households');
  const formatBytes = useBytes();
  return (
    <Frame>
      <Words>
        {total === null
          ? t('export.preparing')
          : t('export.progress', { total: formatNumber(total), size: formatBytes(bytes) })}
      </Words>
      <ProgressBar
        label={t('export.preparing')}
        tone="accent"
        value={isText && total ? (lines / total) * 100 : undefined}
      />
      <IconButton label={t('export.cancel')} icon={<X />} size="small" onClick={onCancel} />
    </Frame>
  );
}

interface TransferToolsProps {
  /** The query of the list, as in its address. */
  readonly query: string;
}

/** Beside the list: a spreadsheet in, a spreadsheet out, where the server can do that. */
export function TransferTools({ query }: TransferToolsProps) {
  const t = useText('households');
  const able = useCapabilities('households');
  return (
    <>
      {able.includes('households.import') ? (
        <LinkButton to="/households/import" icon={<FileSpreadsheet />}>
          {t('import.open')}
        </LinkButton>
      ) : null}
      {able.includes('households.export') ? <ExportButton query={query} /> : null}
    </>
  );
}

const Frame = styled.div`
  display: grid;
  grid-template: 'words cancel' auto 'bar cancel' auto / minmax(140px, 1fr) auto;
  align-items: center;
  gap: 2px 8px;
  min-height: 36px;
  padding: 2px 4px 2px 12px;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);

  > button {
    grid-area: cancel;
  }
`;

const Words = styled.span`
  ${tabularNumbers}
  font-size: 12.5px;
  color: var(--text-2);
`;
