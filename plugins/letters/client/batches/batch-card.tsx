import { styled } from 'styled-components';
import { BatchBadge, BatchEntry, useDates, useName, useText } from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { Batch } from '../../contract.ts';
import { BatchProblems } from './batch-problems.tsx';
import { BatchTools } from './batch-tools.tsx';

/** A bulk job: its progress, what was left out, and its letters as one file. */
export function BatchCard({ batch }: { readonly batch: Batch }) {
  const t = useText('letters');
  const nameOf = useName();
  const dates = useDates();
  // The job is finished slightly before its end is read.
  const isRunning = batch.state === 'running' && batch.done + batch.failed < batch.total;
  const state = batch.state === 'running' && !isRunning ? 'done' : batch.state;
  const hasWrittenNothing = !isRunning && batch.done === 0;
  return (
    <BatchEntry
      title={batch.template ? nameOf(batch.template) : t('batches.templateGone')}
      facts={[t(`languages.${batch.language}`), dates.dateTime(batch.createdAt)]}
      badge={
        <BatchBadge state={state} tone={hasWrittenNothing ? 'rejected' : undefined}>
          {t(`batches.state.${state}`)}
        </BatchBadge>
      }
      progress={t('batches.progress', {
        total: formatNumber(batch.total),
        done: formatNumber(batch.done),
      })}
      tried={batch.done + batch.failed}
      total={batch.total}
      failures={batch.failed > 0 ? t('batches.failed', { count: batch.failed }) : null}
      tools={<BatchTools batch={batch} isRunning={isRunning} />}
      notice={hasWrittenNothing ? <Wrong>{t('errors.nothing_written')}</Wrong> : null}
    >
      {() => <BatchProblems id={Number(batch.id)} />}
    </BatchEntry>
  );
}

const Wrong = styled.p`
  margin: 0;
  color: var(--rejected);
  font-size: 13px;
`;
