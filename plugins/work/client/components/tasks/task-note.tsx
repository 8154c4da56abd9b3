import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  StatusBadge,
  tabularNumbers,
  type Tone,
  useAdmin,
  useDates,
  useNow,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ApplicationTaskProps, TaskState } from '#plugins/applications/contract.ts';
import { TaskDialog } from './task-dialog.tsx';

const tones: Readonly<Record<TaskState, Tone>> = {
  open: 'accent',
  done: 'completed',
  returned: 'high',
  closed: 'neutral',
};

/**
 * Beside the forward that created a task: its state and due time, and for its admin the buttons that end it.
 */
export function TaskNote({ applicationId, task }: ApplicationTaskProps) {
  const t = useText('work');
  const dates = useDates();
  const now = useNow();
  const isOwn = Number(task.admin.id) === useAdmin().id;
  const [ending, setEnding] = useState<'done' | 'returned' | null>(null);
  const isOpen = task.state === 'open';
  const isLate = isOpen && task.due_at !== null && Date.parse(task.due_at) <= now;
  return (
    <Root>
      <Facts>
        <StatusBadge tone={isLate ? 'rejected' : tones[task.state]}>
          {t(`task.state.${isLate ? 'late' : task.state}`)}
        </StatusBadge>
        {task.due_at ? <Digits>{t('task.due', { at: dates.dateTime(task.due_at) })}</Digits> : null}
        {task.ended_at ? <Digits>{dates.dateTime(task.ended_at)}</Digits> : null}
      </Facts>
      {task.instead_of ? (
        <p>{t('task.insteadOf', { name: `${task.instead_of.last_name} ${task.instead_of.first_name}` })}</p>
      ) : null}
      {isOpen && isOwn ? (
        <Buttons>
          <Button size="small" variant="primary" icon={<Check />} onClick={() => setEnding('done')}>
            {t('task.done.action')}
          </Button>
          <Button size="small" icon={<Undo2 />} onClick={() => setEnding('returned')}>
            {t('task.returned.action')}
          </Button>
        </Buttons>
      ) : null}
      {ending ? (
        <TaskDialog
          applicationId={applicationId}
          task={task}
          ending={ending}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: 8px;
  margin: 6px 0 2px;
  color: var(--text-2);
  font-size: 13px;
`;

const Facts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
`;

const Digits = styled.span`
  ${tabularNumbers}
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
