import { styled } from 'styled-components';
import { tabularNumbers, useDates, useText } from '#kernel/plugin-api/client.ts';
import { useApplicationDeadline } from './application-deadline.tsx';

interface DeadlineNoteProps {
  readonly actionId: number;
}

/** Shows how a step of the timeline changed the deadline; nothing if it did not. */
export function DeadlineNote({ actionId }: DeadlineNoteProps) {
  const t = useText('applications');
  const dates = useDates();
  const change = useApplicationDeadline()?.changes.find(
    ({ action_id }) => Number(action_id) === Number(actionId),
  );
  if (!change) return null;
  return (
    <Line>
      {t(`deadlineChange.${change.kind}.name`)}:{' '}
      {change.former
        ? `${dates.date(change.former)} → ${dates.date(change.until)}`
        : dates.date(change.until)}
    </Line>
  );
}

const Line = styled.p`
  margin-bottom: 4px;
  font-weight: 600;
  ${tabularNumbers}
`;
