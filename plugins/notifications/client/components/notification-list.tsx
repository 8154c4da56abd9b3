import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '#kernel/client/ui/index.ts';
import type { Notification } from '../../contract.ts';
import { NotificationRow } from './notification-row.tsx';

export interface NotificationListProps {
  readonly items: readonly Notification[] | undefined;
  readonly unread: number;
  readonly loading: boolean;
  readonly failure: string | undefined;
  readonly onRetry: () => void;
  readonly onOpen: (notification: Notification) => void;
  readonly onMarkAll: () => void;
}

/** What hangs from the bell. */
export function NotificationList(props: NotificationListProps) {
  const t = useText('notifications');
  const { items, unread, onMarkAll } = props;
  return (
    <Panel>
      <Head>
        <h2>{t('bell')}</h2>
        {unread > 0 ? <small>{t('unread', { count: unread })}</small> : null}
      </Head>
      <Content {...props} />
      {items && items.length > 0 ? (
        <Foot>
          <Button variant="ghost" size="small" disabled={unread === 0} onClick={onMarkAll}>
            {t('markAll')}
          </Button>
        </Foot>
      ) : null}
    </Panel>
  );
}

function Content({ items, loading, failure, onRetry, onOpen }: NotificationListProps) {
  const t = useText('notifications');
  if (items && items.length > 0) {
    return (
      <Rows>
        {items.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} onOpen={() => onOpen(notification)} />
          </li>
        ))}
      </Rows>
    );
  }
  if (failure !== undefined) {
    return <ErrorState compact title={t('errorTitle')} text={failure} onRetry={onRetry} />;
  }
  if (loading) {
    return (
      <Waiting>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={40} />
        ))}
      </Waiting>
    );
  }
  return <EmptyState compact title={t('emptyTitle')} text={t('emptyText')} />;
}

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  max-height: min(520px, 70vh);
`;

const Head = styled.div`
  display: flex;
  align-items: baseline;
  gap: var(--s2);
  padding: var(--s3) var(--s4);
  border-bottom: 1px solid var(--line);

  small {
    color: var(--text-3);
  }
`;

const Rows = styled.ul`
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
`;

const Waiting = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s3);
  padding: var(--s4);
`;

const Foot = styled.div`
  padding: var(--s2);
  border-top: 1px solid var(--line);
  text-align: center;
`;
