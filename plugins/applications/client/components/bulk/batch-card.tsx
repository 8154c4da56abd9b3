import { FileSpreadsheet } from 'lucide-react';
import {
  BatchBadge,
  BatchEntry,
  Button,
  StopBatchButton,
  toast,
  useDates,
  useDownload,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { BulkBatch } from '../../../contract/bulk.ts';
import { BatchProblems } from './batch-problems.tsx';
import { batchesDocument } from './queries.ts';

/** A bulk job: its progress, the applications that failed and why, and its report. */
export function BatchCard({ batch }: { readonly batch: BulkBatch }) {
  const t = useText('applications');
  const dates = useDates();
  const { kind, receiver, total, done, failed, state } = batch;
  const id = Number(batch.id);
  return (
    <BatchEntry
      title={t(`bulk.kinds.${kind}`)}
      facts={[
        ...(receiver ? [t('bulk.to', { name: `${receiver.last_name} ${receiver.first_name}` })] : []),
        dates.dateTime(batch.createdAt),
      ]}
      badge={<BatchBadge state={state}>{t(`bulk.state.${state}`)}</BatchBadge>}
      progress={t('bulk.progress', { total: formatNumber(total), done: formatNumber(done) })}
      tried={done + failed}
      total={total}
      failures={failed > 0 ? t('bulk.failures', { count: failed }) : null}
      tools={
        state === 'running' ? (
          <StopBatchButton
            path={`applications/batches/${id}`}
            label={t('bulk.stop')}
            document={batchesDocument}
            onStopped={() => toast.success(t('bulk.stopped'))}
          />
        ) : (
          <ReportButton id={id} />
        )
      }
    >
      {() => <BatchProblems id={id} failed={failed} />}
    </BatchEntry>
  );
}

function ReportButton({ id }: { readonly id: number }) {
  const t = useText('applications');
  const { progress, start } = useDownload({ started: t('bulk.preparing'), done: t('bulk.saved') });
  return (
    <Button
      size="small"
      icon={<FileSpreadsheet />}
      loading={progress !== null}
      onClick={() => void start(`applications/batches/${id}/report?format=xlsx`)}
    >
      {t('bulk.report.xlsx')}
    </Button>
  );
}
