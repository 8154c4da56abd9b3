import { styled } from 'styled-components';
import { ProgressBar, useDates, useNow, useText } from '#kernel/plugin-api/client.ts';
import type { Term } from '../../../../contract/terms.ts';
import { shareOf } from '../../../model/deadline.ts';

/** How much of the term has gone, with a mark where the first deadline was. */
export function TermBar({ term, until }: { readonly term: Term; readonly until: string }) {
  const t = useText('applications');
  const dates = useDates();
  const now = useNow();
  const end = Date.parse(until);
  const gone = shareOf(term.since, end, now);
  const first = Date.parse(term.first ?? until);
  // A term that became shorter is not drawn beyond its end.
  const mark = first < end ? shareOf(term.since, end, first) : null;
  const text = t(mark === null ? 'term.bar' : 'term.barWithOriginal', {
    percent: Math.round(gone),
    until: dates.date(until),
    first: dates.date(term.first ?? until),
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
