import { FileQuestion, Forward } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Divider,
  SlotView,
  StatusBadge,
  tabularNumbers,
  useDates,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { type Action, type ApplicationDetail, applicationTask } from '../../../../contract.ts';
import { shortName } from '../../../model/names.ts';
import { isPending } from '../../../model/pending-action.ts';
import type { Entry } from '../../../model/timeline.ts';
import { AttachedFiles, type OpenPreview } from '../files/attached-files.tsx';
import { Bubble } from './bubble.tsx';
import { ChangeEntry } from './change-entry.tsx';
import { ApplicationStatus } from '../../shared/application-status.tsx';
import { DeadlineNote } from '../deadline/deadline-note.tsx';

interface TimelineEntryProps {
  readonly entry: Exclude<Entry, { kind: 'day' }>;
  readonly application: ApplicationDetail;
  readonly onPreview: OpenPreview;
}

/** One step of the timeline. */
export function TimelineEntry({ entry, application, onPreview }: TimelineEntryProps) {
  switch (entry.kind) {
    case 'request':
      return <RequestEntry application={application} onPreview={onPreview} />;
    case 'status':
      return <StatusEntry entry={entry} />;
    case 'message':
      return <MessageEntry entry={entry} application={application} onPreview={onPreview} />;
    case 'forward':
      return <ForwardEntry entry={entry} application={application} onPreview={onPreview} />;
    case 'change':
      return <ChangeEntry action={entry.action} />;
    case 'unknown':
      return <UnknownEntry action={entry.action} />;
  }
}

function RequestEntry({ application, onPreview }: Omit<TimelineEntryProps, 'entry'>) {
  const t = useText('applications');
  const dates = useDates();
  const { author } = application;
  return (
    <Bubble
      name={fullName(author) || t('timeline.citizen')}
      avatarName={shortName(author) || t('timeline.citizen')}
      about={t('timeline.sent')}
      footer={dates.time(application.createdAt)}
    >
      <Words>{application.planned_assistance}</Words>
      <AttachedFiles files={application.files} onPreview={onPreview} />
    </Bubble>
  );
}

interface EntryProps<Kind extends Entry['kind']> {
  readonly entry: Extract<Entry, { kind: Kind }>;
  readonly application: ApplicationDetail;
  readonly onPreview: OpenPreview;
}

/** Describes the task that a step has ended; null for most steps. */
function useEnded({ tasks }: ApplicationDetail, { id }: Action): string | undefined {
  const t = useText('applications');
  const task = tasks?.find(({ result_action_id: result }) => Number(result) === Number(id));
  return task && t(task.state === 'returned' ? 'tasks.returnOf' : 'tasks.resultOf');
}

function MessageEntry({ entry: { action, own, continued }, application, onPreview }: EntryProps<'message'>) {
  const t = useText('applications');
  const dates = useDates();
  const nameOf = useName();
  const { sender, message, createdAt, files } = action;
  const name = sender ? shortName(sender) : t('timeline.unknownSender');
  const time = dates.time(createdAt);
  return (
    <Bubble
      side={own ? 'own' : 'other'}
      name={name}
      avatarName={name}
      about={nameOf(sender?.role)}
      continued={continued}
      title={useEnded(application, action)}
      footer={own ? `${time} · ${t(isPending(action) ? 'timeline.sending' : 'timeline.saved')}` : time}
    >
      <DeadlineNote actionId={action.id} />
      {message.message === '' ? null : <Words>{message.message}</Words>}
      <AttachedFiles files={files} onPreview={onPreview} />
    </Bubble>
  );
}

function ForwardEntry({ entry: { action }, application, onPreview }: EntryProps<'forward'>) {
  const t = useText('applications');
  const dates = useDates();
  const nameOf = useName();
  const { forward, sender, createdAt, files } = action;
  const ended = useEnded(application, action);
  const task = application.tasks?.find(({ action_id: given }) => Number(given) === Number(action.id));
  // A server that implements only the specification sends the receiver's name as a single string.
  const one = forward.receiver as { readonly name?: string | null } | null;
  const receiver = forward.receiver && {
    name: shortName(forward.receiver) || nameOf(forward.receiver) || (one?.name ?? ''),
    role: nameOf(forward.receiver.role),
  };
  return (
    <Bubble
      variant="task"
      icon={<Forward size={16} />}
      title={
        ended ?? (
          <>
            {t('timeline.forwarded')} <StatusBadge tone="high">{t('timeline.importance')}</StatusBadge>
          </>
        )
      }
      footer={[sender && shortName(sender), dates.time(createdAt), isPending(action) && t('timeline.sending')]
        .filter(Boolean)
        .join(' · ')}
    >
      {receiver ? (
        <Muted>{t(receiver.role ? 'timeline.receiverWithRole' : 'timeline.receiver', receiver)}</Muted>
      ) : null}
      {forward.message === '' ? null : <Words>{forward.message}</Words>}
      {task ? <SlotView slot={applicationTask} applicationId={application.id} task={task} /> : null}
      <AttachedFiles files={files} onPreview={onPreview} />
    </Bubble>
  );
}

function UnknownEntry({ action }: { readonly action: Action }) {
  const t = useText('applications');
  const dates = useDates();
  return (
    <Bubble
      variant="task"
      icon={<FileQuestion size={16} />}
      footer={[action.sender && shortName(action.sender), dates.time(action.createdAt)]
        .filter(Boolean)
        .join(' · ')}
    >
      <Muted>{t('timeline.unknown')}</Muted>
    </Bubble>
  );
}

/** The separator at the start of a day. */
export function DayEntry({ date }: { readonly date: string }) {
  return (
    <Divider>
      <Moment>{date}</Moment>
    </Divider>
  );
}

/** A change of status: the badge, who, when, and why. */
export function StatusEntry({ entry: { action } }: { readonly entry: Extract<Entry, { kind: 'status' }> }) {
  const t = useText('applications');
  const dates = useDates();
  const { status, sender, createdAt } = action;
  const moment = [
    sender && shortName(sender),
    dates.time(createdAt),
    isPending(action) && t('timeline.sending'),
  ];
  return (
    <div>
      <Divider>
        <ApplicationStatus status={status.status} />
        <Moment>{moment.filter(Boolean).join(' · ')}</Moment>
      </Divider>
      <Note as="div">
        <DeadlineNote actionId={action.id} />
      </Note>
      {status.note ? <Note>{status.note}</Note> : null}
    </div>
  );
}

const Words = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const Muted = styled.p`
  color: var(--text-2);
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
