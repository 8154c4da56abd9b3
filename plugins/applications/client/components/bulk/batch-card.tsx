import { CircleStop, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Button,
  ProgressBar,
  ReadView,
  refetchDocuments,
  Row,
  StatusBadge,
  tabularNumbers,
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
  const [isOpen, setIsOpen] = useState(false);
  const { kind, receiver, total, done, failed, state } = batch;
  const words = t('bulk.progress', { total: formatNumber(total), done: formatNumber(done) });
  return (
    <Entry>
      <Row>
        <strong>{t(`bulk.kinds.${kind}`)}</strong>
        {receiver ? (
          <Quiet>{t('bulk.to', { name: `${receiver.last_name} ${receiver.first_name}` })}</Quiet>
        ) : null}
        <Quiet>{dates.dateTime(batch.createdAt)}</Quiet>
        <StatusBadge tone={tones[state]}>{t(`bulk.state.${state}`)}</StatusBadge>
      </Row>
      <ProgressBar
        thick
        tone="accent"
        label={words}
        valueText={words}
        value={((done + failed) / Math.max(1, total)) * 100}
      />
      <Row>
        <Count>{words}</Count>
        {failed > 0 ? (
          <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t('bulk.failures', { count: failed })}
          </Button>
        ) : null}
        {state === 'running' ? <StopButton id={Number(batch.id)} /> : <ReportButton id={Number(batch.id)} />}
      </Row>
      {isOpen ? <Failures id={Number(batch.id)} failed={failed} /> : null}
    </Entry>
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
          <List aria-label={t('bulk.failuresList')} tabIndex={0}>
            {failures.map(({ application_id: application, problem }) => (
              <li key={application}>
                <Link to={`/applications/${application}`}>№ {padId(application)}</Link>{' '}
                {t(`bulk.problems.${problem}`)}
              </li>
            ))}
            {failed > failures.length ? (
              <li>{t('bulk.failuresMore', { count: failed - failures.length })}</li>
            ) : null}
          </List>
        </>
      )}
    </ReadView>
  );
}

const Entry = styled.li`
  display: grid;
  gap: 8px;
  padding: 12px 0;

  & + & {
    border-top: 1px solid var(--line);
  }
`;

const Quiet = styled.span`
  color: var(--text-2);
  font-size: 13px;
`;

const Count = styled.output`
  ${tabularNumbers}
  flex: 1;
  color: var(--text-2);
`;

const Reasons = styled.ul`
  margin: 0;
  padding-left: 18px;
  list-style: disc;
  font-size: 13px;
`;

const List = styled.ul`
  max-height: 220px;
  margin: 0;
  overflow-y: auto;
  font-size: 13px;

  a {
    text-decoration: underline;
  }
`;
