import { FileArchive, FileText } from 'lucide-react';
import { Button, DownloadStatus, StopBatchButton, useDownload, useText } from '#kernel/plugin-api/client.ts';
import type { Batch } from '../../contract.ts';
import { batchesDocument } from '../data/queries.ts';

interface BatchToolsProps {
  readonly batch: Batch;
  readonly isRunning: boolean;
}

/** The actions on a bulk job: stopping it while it runs, and downloading its letters afterwards. */
export function BatchTools({ batch, isRunning }: BatchToolsProps) {
  const t = useText('letters');
  const kernel = useText();
  const { progress, start, cancel } = useDownload({
    started: kernel('export.started'),
    done: kernel('export.done'),
  });
  if (progress) return <DownloadStatus progress={progress} onCancel={cancel} />;
  if (isRunning) {
    return (
      <StopBatchButton
        path={`letter-batches/${batch.id}`}
        label={t('batches.stop')}
        document={batchesDocument}
      />
    );
  }
  if (batch.done === 0) return null;
  const path = `letter-batches/${batch.id}/file?format=`;
  return (
    <>
      <Button size="small" icon={<FileText />} onClick={() => void start(`${path}pdf`)}>
        {t('batches.pdf')}
      </Button>
      <Button size="small" icon={<FileArchive />} onClick={() => void start(`${path}zip`)}>
        {t('batches.zip')}
      </Button>
    </>
  );
}
