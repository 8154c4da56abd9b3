import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  announce,
  IconButton,
  lazyComponent,
  Popover,
  setTitleCount,
  useRegistry,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { onListRead } from '../../realtime/realtime.ts';
import { bellQuery, notificationsDocument, unreadOf } from '../../data/queries.ts';
import { navigation } from '../../data/pending-store.ts';

const panel = lazyComponent(async () => (await import('./bell-panel.tsx')).BellPanel);

/** The bell in the top bar: the number of unread notifications, and the latest ones. */
export function Bell() {
  const t = useText('notifications');
  const { notices } = useRegistry();
  const read = useRetriedRead(notificationsDocument(notices), { variables: { query: bellQuery } });
  const { data } = read;
  const unread = data ? unreadOf(data) : 0;
  const isUnknown = data === undefined && read.error !== undefined;
  const items = data?.notifications.items;
  useGoing();

  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);

  useEffect(() => {
    if (items) onListRead(items);
  }, [items]);

  const heard = useRef<number | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    if (heard.current !== null && unread > heard.current) announce(t('unread', { count: unread }));
    heard.current = unread;
  }, [data, unread, t]);

  return (
    <Popover
      label={t('bell')}
      align="end"
      flush
      width={400}
      onOpen={panel.preload}
      renderTrigger={(trigger) => (
        <IconButton
          {...trigger}
          label={t(isUnknown ? 'bellUnknown' : 'bell')}
          icon={<BellIcon />}
          count={isUnknown ? null : unread}
        />
      )}
    >
      {(close) => <panel.Component read={read} unread={unread} onClose={close} />}
    </Popover>
  );
}

/** Lets desktop notifications open their page without reloading the application. */
function useGoing(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const before = navigation.go;
    navigation.go = (path) => void navigate(path);
    return () => {
      navigation.go = before;
    };
  }, [navigate]);
}
