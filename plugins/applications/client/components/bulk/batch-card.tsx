import { CircleStop, FileSpreadsheet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  BatchEntry,
  BatchFailures,
  Button,
  ReadView,
  refetchDocuments,
  StatusBadge,
  toast,
  type Tone,
  useDates,
  useDownload,
  useMutate,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber, padId } from '#kernel/domain/text/index.ts';
import type { BulkBatch } from '../../../contract/bulk.ts';
import { batchDocument, batchesDocument } from './queries.ts';

const tones: Readonly<Record<BulkBatch['state'], Tone>> = {
  running: 'accepted',
  done: 'completed',
  stopped: 'canceled',
};

/** A bulk job: how far it is, what it was not done with and why, and its report. */
export function BatchCard({ batch }: { readonly batch: BulkBatch }) {
  const t = useText('applications');
  const dates = useDates();
  const { kind, receiver, total, done, failed, state } = batch;
  return (
    <BatchEntry
      title={t(`bulk.kinds.${kind}`)}
      facts={[
        ...(receiver ? [t('bulk.to', { name: `${receiver.last_name} ${receiver.first_name}` })] : []),
        dates.dateTime(batch.createdAt),
      ]}
      badge={<StatusBadge tone={tones[state]}>{t(`bulk.state.${state}`)}</StatusBadge>}
      progress={t('bulk.progress', { total: formatNumber(total), done: formatNumber(done) })}
      tried={done + failed}
      total={total}
      failures={failed > 0 ? t('bulk.failures', { count: failed }) : null}
      tools={
        state === 'running' ? <StopButton id={Number(batch.id)} /> : <ReportButton id={Number(batch.id)} />
      }
    >
      {() => <Failures id={Number(batch.id)} failed={failed} />}
    </BatchEntry>
  );
}

function StopButton({ id }: { readonly id: number }) {
  const t = useText('applications');
  const stop = useMutate<BulkBatch>();
  async function end(): Promise<void> {
    if (await stop.run('POST', `applications/batches/${id}/stop`)) toast.success(t('bulk.stopped'));
    void refetchDocuments(batchesDocument);
  }
  return (
    <Button size="small" icon={<CircleStop />} loading={stop.sending} onClick={() => void end()}>
      {t('bulk.stop')}
    </Button>
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

function Failures({ id, failed }: { readonly id: number; readonly failed: number }) {
  const t = useText('applications');
  const read = useRead(batchDocument, { variables: { id: String(id) }, policy: 'network-only' });
  return (
    <ReadView read={read} failed={t('bulk.jobsFailed')}>
      {({ batch: { problems, failures } }) => (
        <>
          <Reasons>
            {problems.map(({ problem, count }) => (
              <li key={problem}>{t('bulk.problem', { text: t(`bulk.problems.${problem}`), count })}</li>
            ))}
          </Reasons>
          <BatchFailures aria-label={t('bulk.failuresList')} tabIndex={0}>
            {failures.map(({ application_id: application, problem }) => (
              <li key={application}>
                <Link to={`/applications/${application}`}>№ {padId(application)}</Link>{' '}
                {t(`bulk.problems.${problem}`)}
              </li>
            ))}
            {failed > failures.length ? (
              <li>{t('bulk.failuresMore', { count: failed - failures.length })}</li>
            ) : null}
          </BatchFailures>
        </>
      )}
    </ReadView>
  );
}

const Reasons = styled.ul`
  margin: 0;
  padding-left: 18px;
  list-style: disc;
  font-size: 13px;
`;
