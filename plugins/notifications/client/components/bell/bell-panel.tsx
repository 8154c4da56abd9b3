import { NetworkStatus } from '@apollo/client';
import { Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Button,
  EmptyState,
  ErrorState,
  LinkButton,
  type Read,
  Skeleton,
  SkeletonGroup,
  StaleBanner,
  toastError,
  useCapabilities,
  useSettingsPath,
  useText,
} from '#kernel/plugin-api/client.ts';
import { findCapability } from '../../../contract.ts';
import { markAllRead, markRead, type NotificationsData } from '../../data/queries.ts';
import { NotificationRow } from '../shared/notification-row.tsx';
import { useNoticeTexts } from '../shared/use-notice-texts.ts';

export interface BellPanelProps {
  readonly read: Read<NotificationsData>;
  readonly unread: number;
  readonly onClose: () => void;
}

/** The panel of the bell. */
export function BellPanel(props: BellPanelProps) {
  const t = useText('notifications');
  const settings = useSettingsPath();
  const together = useCapabilities('notifications').includes(findCapability);
  const { unread, onClose } = props;
  return (
    <Panel>
      <Head>
        <h2>{t('bell')}</h2>
        {unread > 0 ? <small>{t('unread', { count: unread })}</small> : null}
        {settings === null ? null : (
          <Gear to={settings} onClick={onClose} aria-label={t('settings')} title={t('settings')}>
            <Settings size={16} strokeWidth={1.75} />
          </Gear>
        )}
      </Head>
      <Stale>
        <StaleBanner read={props.read} />
      </Stale>
      <Content {...props} />
      <Footer>
        <Button
          variant="ghost"
          size="small"
          disabled={unread === 0}
          onClick={() =>
            void markAllRead(props.read.data?.notifications.items ?? [], together).catch(toastError)
          }
        >
          {t('markAll')}
        </Button>
        <LinkButton variant="ghost" size="small" to="/notifications" onClick={onClose}>
          {t('viewAll')}
        </LinkButton>
      </Footer>
    </Panel>
  );
}

function Content({ read, onClose }: BellPanelProps) {
  const t = useText('notifications');
  const show = useNoticeTexts();
  const items = read.data?.notifications.items;
  if (items && items.length > 0) {
    return (
      <Rows aria-label={t('bell')}>
        {items.map((notification) => (
          <li key={notification.id}>
            <NotificationRow
              notification={notification}
              shown={show(notification)}
              onOpen={() => {
                void markRead(notification).catch(toastError);
                onClose();
              }}
            />
          </li>
        ))}
      </Rows>
    );
  }
  if (read.error) {
    return (
      <ErrorState
        compact
        title={t('errorTitle')}
        text={read.error.text}
        onRetry={() => void read.refetch()}
        retrying={read.networkStatus === NetworkStatus.refetch}
      />
    );
  }
  if (read.loading) {
    return (
      <SkeletonGroup>
        <Waiting>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={40} />
          ))}
        </Waiting>
      </SkeletonGroup>
    );
  }
  return <EmptyState compact title={t('emptyTitle')} text={t('emptyText')} />;
}

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  max-height: min(560px, 76dvh);
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s2);
  padding: var(--s2) var(--s2) var(--s2) var(--s4);
  border-bottom: 1px solid var(--line);

  small {
    color: var(--text-3);
  }
`;

const Gear = styled(Link)`
  display: grid;
  place-items: center;
  width: var(--control);
  height: var(--control);
  margin-left: auto;
  border-radius: var(--r1);
  color: var(--text-2);

  &:hover {
    background: var(--hover);
    color: var(--text);
  }
`;

const Stale = styled.div`
  &:not(:empty) {
    padding: var(--s3) var(--s3) 0;
  }
`;

const Rows = styled.ul`
  overflow-y: auto;

  > li + li {
    border-top: 1px solid var(--line);
  }
`;

const Waiting = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s3);
  padding: var(--s4);
`;

const Footer = styled.div`
  display: flex;
  justify-content: space-between;
  padding: var(--s2);
  border-top: 1px solid var(--line);

  /* On a narrow phone the longer text wraps onto a second line. */
  > button {
    text-align: start;
    white-space: normal;
  }

  > a {
    flex: none;
  }
`;
