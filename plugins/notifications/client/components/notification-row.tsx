import { styled } from 'styled-components';
import { padId } from '#kernel/contract/text/index.ts';
import { useAgo, useText } from '#kernel/client/index.ts';
import { ellipsis, Icon, VisuallyHidden } from '#kernel/client/ui/index.ts';
import type { Notification } from '../../contract.ts';
import { subjectOf } from '../subject.ts';

const iconOf = { application: 'inbox', message: 'message', forward: 'forward', unknown: 'bell' } as const;

/** One notification; the dot says that it is unread. */
export function NotificationRow({
  notification,
  onOpen,
}: {
  readonly notification: Notification;
  readonly onOpen: () => void;
}) {
  const t = useText('notifications');
  const ago = useAgo();
  const subject = subjectOf(notification);
  const number = subject.kind === 'unknown' ? '' : padId(subject.applicationId);
  return (
    <Row type="button" onClick={onOpen}>
      <Sign aria-hidden="true" data-kind={subject.kind}>
        <Icon name={iconOf[subject.kind]} size={16} />
      </Sign>
      <Words>
        <b>{t(`types.${subject.kind}`, { number })}</b>
        {subject.kind !== 'unknown' && subject.text !== '' ? <span>{subject.text}</span> : null}
        <small>{ago(notification.createdAt)}</small>
      </Words>
      {notification.is_read ? null : (
        <>
          <VisuallyHidden>{t('isUnread')}</VisuallyHidden>
          <Dot aria-hidden="true" />
        </>
      )}
    </Row>
  );
}

const Row = styled.button`
  display: flex;
  gap: var(--s3);
  align-items: flex-start;
  width: 100%;
  min-height: 56px;
  padding: var(--s3) var(--s4);
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;

  &:hover {
    background: var(--sunken);
  }

  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
`;

const Sign = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  background: var(--accent-soft);
  color: var(--accent-strong);

  &[data-kind='forward'] {
    background: var(--accepted-soft);
    color: var(--accepted);
  }
`;

const Words = styled.span`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;

  > b {
    font-weight: 600;
  }

  > span {
    ${ellipsis}
    color: var(--text-2);
  }

  > small {
    color: var(--text-3);
    font-size: 12px;
  }
`;

const Dot = styled.span`
  flex: none;
  width: 8px;
  height: 8px;
  margin-top: 6px;
  border-radius: 50%;
  background: var(--created);
`;
