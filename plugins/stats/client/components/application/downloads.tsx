import { Download, FileSpreadsheet, Printer } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  announce,
  Button,
  download,
  media,
  save,
  toast,
  toastError,
  useCapabilities,
  useDeployment,
  useText,
} from '#kernel/plugin-api/client.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import type { ApplicationStats } from '../../../contract.ts';
import type { StatsQuery } from './use-application-stats.ts';

interface DownloadsProps {
  readonly items: ApplicationStats['applications']['items'] | undefined;
  readonly query: StatsQuery;
}

/**
 * Downloads of the statistics: the shown applications as JSON, everything as a workbook, the page on paper.
 */
export function Downloads({ items, query }: DownloadsProps) {
  const t = useText('stats');
  const { timeZone } = useDeployment();
  const hasBook = useCapabilities('stats').includes('stats.export');
  const [running, setRunning] = useState(false);

  async function takeBook(): Promise<void> {
    setRunning(true);
    announce(t('downloads.started'));
    const params = new URLSearchParams(query.toQueryString());
    params.delete('page');
    params.delete('limit');
    try {
      await download(`stats/application-stats/export?${params.toString()}`);
      toast.success(t('downloads.done'));
    } catch (error) {
      toastError(error);
    } finally {
      setRunning(false);
    }
  }

  function takeJson(): void {
    const file = new Blob([JSON.stringify(items, null, 2)], { type: 'application/json' });
    save(file, `${t('downloads.file')}-${dayAt(Date.now(), timeZone)}.json`);
  }

  return (
    <Buttons>
      <Button icon={<Printer />} disabled={!items} onClick={() => print()}>
        {t('downloads.print')}
      </Button>
      {hasBook ? (
        <Button
          icon={<FileSpreadsheet />}
          loading={running}
          disabled={!items}
          onClick={() => void takeBook()}
        >
          {t('downloads.book')}
        </Button>
      ) : null}
      <Button
        icon={<Download />}
        disabled={!items || items.length === 0}
        title={t('downloads.excelAsJsonHint')}
        onClick={takeJson}
      >
        {t('downloads.excelAsJson')}
      </Button>
    </Buttons>
  );
}

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;

  /* Makes all buttons fit in one row. */
  ${media.phone} {
    gap: 8px;

    > button {
      padding-inline: 6px;
    }
  }
`;
