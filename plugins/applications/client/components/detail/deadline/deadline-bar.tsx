import { styled } from 'styled-components';
import { ProgressBar, useDates, useNow, useText } from '#kernel/plugin-api/client.ts';
import type { ApplicationDeadline } from '../../../../contract/deadlines.ts';
import { shareOf } from '../../../model/deadline.ts';

/** The share of the time until the deadline that has passed, with a mark at the first deadline. */
export function DeadlineBar({
  deadline,
  until,
}: {
  readonly deadline: ApplicationDeadline;
  readonly until: string;
}) {
  const t = useText('applications');
  const dates = useDates();
  const now = useNow();
  const end = Date.parse(until);
  const gone = shareOf(deadline.since, end, now);
  const first = Date.parse(deadline.first ?? until);
  // A first deadline after the current one is not drawn.
  const mark = first < end ? shareOf(deadline.since, end, first) : null;
  const text = t(mark === null ? 'deadlineChange.bar' : 'deadlineChange.barWithOriginal', {
    percent: Math.round(gone),
    until: dates.date(until),
    first: dates.date(deadline.first ?? until),
  });
  return (
    <Track>
      <ProgressBar
        value={gone}
        tone={now >= end ? 'bad' : undefined}
        label={t('deadline.bar')}
        valueText={text}
      />
      {mark === null ? null : <Mark style={{ left: `${mark}%` }} />}
    </Track>
  );
}

const Track = styled.div`
  position: relative;
  margin: 4px 0 12px;
`;

const Mark = styled.div`
  position: absolute;
  top: -4px;
  width: 2px;
  height: 14px;
  margin-left: -1px;
  border-radius: 1px;
  background: var(--text-1);
`;
