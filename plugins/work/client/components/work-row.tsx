import { styled } from 'styled-components';
import {
  CardLink,
  ellipsis,
  media,
  refetchQueries,
  SlotView,
  tabularNumbers,
  useDates,
  useIsPhone,
  useName,
  useNow,
  useText,
} from '#kernel/plugin-api/client.ts';
import { dayMs, padId } from '#kernel/domain/text/index.ts';
import { applicationTriage } from '#plugins/applications/contract.ts';
import type { Work, WorkItem } from '../../contract.ts';
import { workDocument } from '../data/queries.ts';

type GroupKey = Work['groups'][number]['key'];

interface WorkRowProps {
  readonly item: WorkItem;
  readonly group: GroupKey;
}

/** An application in the admin's work: the applicant, the request, and why it is listed. A press anywhere opens it. */
export function WorkRow({ item, group }: WorkRowProps) {
  const name = useName();
  const isPhone = useIsPhone();
  const reason = useReason(item, group);
  const person = [item.first_name, item.last_name].join(' ').trim() || padId(item.id);
  return (
    <Item>
      <Columns>
        <Main>
          <h3>
            <CardLink to={`/applications/${item.id}`}>{person}</CardLink>
          </h3>
          <Sub>
            <Digits>№ {padId(item.id)}</Digits> · {name(item.neighborhood)} · {item.planned_assistance}
          </Sub>
        </Main>
        <ReasonCell>
          <Reason data-bad={reason.isLate || undefined}>{reason.text}</Reason>
          {reason.quote ? <Quote>{reason.quote}</Quote> : null}
        </ReasonCell>
        {group === 'new' || isPhone ? (
          <Act>
            <SlotView
              slot={applicationTriage}
              application={{ ...item, neighborhood_id: item.neighborhood.id }}
              onDone={refresh}
            />
          </Act>
        ) : null}
      </Columns>
    </Item>
  );
}

/** Another admin may have been faster. */
function refresh(): void {
  void refetchQueries(workDocument);
}

interface ReasonText {
  readonly text: string;
  readonly quote?: string;
  readonly isLate?: boolean;
}

/** Returns the text that says why an application is listed. */
function useReason(
  { cancel_time: until, createdAt, step, task, ...item }: WorkItem,
  group: GroupKey,
): ReasonText {
  const t = useText('work');
  const dates = useDates();
  const now = useNow();
  const end = until === null ? Number.NaN : Date.parse(until);
  if (task && step) {
    const name = step.sender ? nameOf(step.sender) : '—';
    const due = task.due_at;
    const isLate = due !== null && Date.parse(due) <= now;
    const reason =
      due === null
        ? t('reason.taskOpen', { name, ago: dates.relative(step.createdAt, now) })
        : isLate
          ? t('reason.taskLate', { name, ago: dates.relative(due, now) })
          : t('reason.task', { name, at: dates.dateTime(due) });
    const absent = task.instead_of && t('reason.insteadOf', { name: nameOf(task.instead_of) });
    return { text: [reason, absent].filter(Boolean).join(', '), quote: step.message, isLate };
  }
  if (group === 'waiting' && step) {
    return {
      text: t('reason.waiting', {
        name: nameOf(step.sender ?? item),
        ago: dates.relative(step.createdAt, now),
      }),
      quote: step.message,
    };
  }
  if (until !== null && end <= now) {
    const ago = dates.relative(until, now);
    return { text: t(group === 'new' ? 'reason.newLate' : 'reason.late', { ago }), isLate: true };
  }
  if (group === 'new') return { text: t('reason.new', { ago: dates.relative(createdAt, now) }) };
  if (until === null) return { text: t('reason.noDeadline') };
  const days = Math.floor((end - now) / dayMs);
  const at = dates.dateTime(until);
  return { text: days === 0 ? t('reason.today', { at }) : t('reason.due', { days, at }) };
}

function nameOf(person: { readonly first_name: string; readonly last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

const Item = styled.li`
  border-top: 1px solid var(--line);
`;

const Columns = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 360px) 128px;
  align-items: center;
  gap: 4px 16px;
  min-height: 56px;
  padding: 8px 16px;
  background: var(--surface);

  &:hover {
    background: linear-gradient(var(--hover), var(--hover)), var(--surface);
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Main = styled.div`
  min-width: 0;

  h3 {
    font-size: 14px;
    line-height: 20px;
  }
`;

const Sub = styled.p`
  color: var(--text-3);
  font-size: 13px;
  line-height: 18px;
  ${ellipsis}
`;

const Digits = styled.span`
  ${tabularNumbers}
`;

const ReasonCell = styled.div`
  min-width: 0;
  font-size: 13px;
  line-height: 18px;
`;

const Reason = styled.p`
  color: var(--text-2);
  ${tabularNumbers}

  &[data-bad] {
    color: var(--rejected);
    font-weight: 600;
  }
`;

const Quote = styled.p`
  color: var(--text-3);
  ${ellipsis}
`;

const Act = styled.div`
  justify-self: end;

  ${media.phone} {
    justify-self: start;
    min-height: 44px;
    margin-top: 4px;
  }
`;
