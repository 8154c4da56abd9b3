import { styled } from 'styled-components';
import { useDates } from '#kernel/client/index.ts';
import { tabularNumbers } from '#kernel/client/ui/index.ts';
import type { Entry } from '../../../model/timeline.ts';
import { shortName } from '../../../model/names.ts';
import { ApplicationStatus } from '../../shared/application-status.tsx';

/** Where a day begins. */
export function DayEntry({ date }: { readonly date: string }) {
  return (
    <Line>
      <Moment>{date}</Moment>
    </Line>
  );
}

/** A change of status: the badge, who, when, and why. */
export function StatusEntry({ entry: { action } }: { readonly entry: Extract<Entry, { kind: 'status' }> }) {
  const dates = useDates();
  const { status, sender, createdAt } = action;
  return (
    <div>
      <Line>
        <ApplicationStatus status={status.status} />
        <Moment>{[sender && shortName(sender), dates.time(createdAt)].filter(Boolean).join(' · ')}</Moment>
      </Line>
      {status.note ? <Note>{status.note}</Note> : null}
    </div>
  );
}

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  color: var(--text-2);
  font-size: 13px;

  &::before,
  &::after {
    content: '';
    flex: 1;
    height: 1px;
    background: var(--line);
  }
`;

const Moment = styled.span`
  ${tabularNumbers}
`;

const Note = styled.p`
  max-width: 60ch;
  margin: 6px auto 0;
  color: var(--text-2);
  font-size: 13px;
  text-align: center;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
