import { CircleStop, FileArchive, FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  BatchEntry,
  BatchFailures,
  Button,
  DownloadStatus,
  ReadView,
  refetchDocuments,
  StatusBadge,
  type Tone,
  useDates,
  useDownload,
  useMutate,
  useName,
  useRead,
  useText,
  useTextOf,
} from '#kernel/plugin-api/client.ts';
import { formatNumber, padId } from '#kernel/domain/text/index.ts';
import type { Batch } from '../../contract.ts';
import { batchDocument, batchesDocument } from '../queries.ts';

const tones: Readonly<Record<Batch['state'], Tone>> = {
  running: 'accepted',
  done: 'completed',
  stopped: 'canceled',
};

/** A bulk job: how far it is, what was left, its letters as one file. */
export function BatchCard({ batch }: { readonly batch: Batch }) {
  const t = useText('letters');
  const nameOf = useName();
  const dates = useDates();
  // The job is finished a moment before its end is read.
  const isRunning = batch.state === 'running' && batch.done + batch.failed < batch.total;
  const state = batch.state === 'running' && !isRunning ? 'done' : batch.state;
  const isInVain = !isRunning && batch.done === 0;
  return (
    <BatchEntry
      title={batch.template ? nameOf(batch.template) : t('batches.templateGone')}
      facts={[t(`languages.${batch.language}`), dates.dateTime(batch.createdAt)]}
      badge={
        <StatusBadge tone={isInVain ? 'rejected' : tones[state]}>{t(`batches.state.${state}`)}</StatusBadge>
      }
      progress={t('batches.progress', {
        total: formatNumber(batch.total),
        done: formatNumber(batch.done),
      })}
      tried={batch.done + batch.failed}
      total={batch.total}
      failures={batch.failed > 0 ? t('batches.failed', { count: batch.failed }) : null}
      tools={<Tools batch={batch} isRunning={isRunning} />}
      notice={isInVain ? <Wrong>{t('errors.nothing_written')}</Wrong> : null}
    >
      {() => <Problems id={Number(batch.id)} />}
    </BatchEntry>
  );
}

function Tools({ batch, isRunning }: { readonly batch: Batch; readonly isRunning: boolean }) {
  const t = useText('letters');
  const kernel = useText();
  const { progress, start, cancel } = useDownload({
    started: kernel('export.started'),
    done: kernel('export.done'),
  });
  const stop = useMutate<Batch>();
  if (progress) return <DownloadStatus progress={progress} onCancel={cancel} />;
  if (isRunning) {
    return (
      <Button
        size="small"
        icon={<CircleStop />}
        loading={stop.sending}
        onClick={() =>
          void stop
            .run('POST', `letter-batches/${batch.id}/stop`)
            .then(() => refetchDocuments(batchesDocument))
        }
      >
        {t('batches.stop')}
      </Button>
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

function Problems({ id }: { readonly id: number }) {
  const t = useText('letters');
  const say = useTextOf(['letters', 'kernel']);
  const read = useRead(batchDocument, { variables: { id: String(id) }, policy: 'network-only' });
  return (
    <ReadView read={read} failed={t('batches.failedToRead')}>
      {({ batch: { problems } }) => (
        <BatchFailures aria-label={t('batches.problems')}>
          {problems.map(({ application_id: application, problem }) => (
            <li key={application}>
              <Link to={`/applications/${application}/timeline`}>№ {padId(application)}</Link>{' '}
              {say(`letters:batches.problem.${problem}`, {
                defaultValue: say(`letters:errors.${problem}`, {
                  defaultValue: say(`kernel:errors.${problem}`, problem),
                }),
              })}
            </li>
          ))}
        </BatchFailures>
      )}
    </ReadView>
  );
}

const Wrong = styled.p`
  margin: 0;
  color: var(--rejected);
  font-size: 13px;
`;
