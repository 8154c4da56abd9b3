import {
  ProgressBar,
  StatusBadge,
  tabularNumbers,
  useCountdownSeconds,
  useDates,
  useNow,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Status } from '../../../contract.ts';
import { styled } from 'styled-components';
import { formatClock, type Countdown } from '#kernel/domain/text/index.ts';
import { deadlineOf, type Timed } from '../../model/deadline.ts';

/** The status of an application, by colour and text. */
export function ApplicationStatus({ status }: { readonly status: Status }) {
  const t = useText('applications');
  return <StatusBadge tone={status}>{t(`status.${status}`)}</StatusBadge>;
}

/** The time left to answer an application, counted down each second or minute, with a bar; or when it was closed. */
export function DeadlineMeter({ application }: { readonly application: Timed }) {
  const t = useText('applications');
  const dates = useDates();
  const deadline = deadlineOf(application, useNow());
  const hasSeconds = useCountdownSeconds();
  if (deadline.state === 'closed') {
    return <Plain label={t('fields.closed')} value={dates.date(deadline.at)} />;
  }
  if (deadline.state === 'none') return <Plain label={t('fields.deadline')} value={t('deadline.none')} />;
  const over = deadline.state === 'over';
  const text = over ? t('deadline.over') : countdownText(deadline.left, hasSeconds, t);
  return (
    <div>
      <Line label={t('fields.deadline')} value={text} bad={over} />
      <ProgressBar
        value={over ? 100 : deadline.percent}
        tone={over ? 'bad' : undefined}
        label={t('deadline.bar')}
        valueText={text}
      />
    </div>
  );
}

function countdownText(left: Countdown, hasSeconds: boolean, t: ReturnType<typeof useText>): string {
  const clock = formatClock(left, hasSeconds);
  return left.days === 0 ? clock : t('deadline.left', { days: left.days, clock });
}

/** Without a bar, but as high as with one, so that cards in a row align. */
function Plain(line: { readonly label: string; readonly value: string }) {
  return (
    <NoBar>
      <Line {...line} />
    </NoBar>
  );
}

function Line({
  label,
  value,
  bad = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly bad?: boolean;
}) {
  return (
    <Row>
      <Label>{label}</Label>
      <Value data-bad={bad || undefined}>{value}</Value>
    </Row>
  );
}

const NoBar = styled.div`
  padding-bottom: 4px;
`;

const Row = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 10px;
  margin-bottom: 6px;
  font-size: 12.5px;
  line-height: 18px;
`;

const Label = styled.span`
  color: var(--text-3);
`;

const Value = styled.span`
  font-weight: 600;
  ${tabularNumbers}

  &[data-bad] {
    color: var(--rejected);
  }
`;
