import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { announce, setTitleCount, toastError, useRead, useText } from '#kernel/client/index.ts';
import { IconButton, Popover } from '#kernel/client/ui/index.ts';
import type { Notification } from '../../contract.ts';
import { bellDocument, markAllRead, markRead, unreadOf } from '../queries.ts';
import { subjectOf } from '../subject.ts';
import { NotificationList } from './notification-list.tsx';

/** The bell of the top bar: how many are unread, and the newest of all. */
export function Bell() {
  const t = useText('notifications');
  const navigate = useNavigate();
  const { data, error, loading, refetch } = useRead(bellDocument);
  const unread = data ? unreadOf(data) : 0;

  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);

  const heard = useRef<number | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    if (heard.current !== null && unread > heard.current) announce(t('unread', { count: unread }));
    heard.current = unread;
  }, [data, unread, t]);

  function open(notification: Notification) {
    void markRead(notification).catch(toastError);
    const subject = subjectOf(notification);
    if (subject.kind !== 'unknown') void navigate(`/applications/${subject.applicationId}`);
  }

  return (
    <Popover
      label={t('bell')}
      align="end"
      flush
      width={380}
      renderTrigger={(trigger) => (
        <IconButton {...trigger} label={t('bell')} icon={<BellIcon aria-hidden="true" />} count={unread} />
      )}
    >
      {(close) => (
        <NotificationList
          items={data?.notifications.items}
          unread={unread}
          loading={loading}
          failure={error?.text}
          onRetry={() => void refetch()}
          onMarkAll={() => void markAllRead().catch(toastError)}
          onOpen={(notification) => {
            close();
            open(notification);
          }}
        />
      )}
    </Popover>
  );
}
