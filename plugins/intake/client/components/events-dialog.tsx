import { styled } from 'styled-components';
import {
  Button,
  confirmChange,
  Dialog,
  EmptyState,
  ReadView,
  refetchQueries,
  RowList,
  send,
  Skeleton,
  StatusBadge,
  type Tone,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber, padId } from '#kernel/domain/text/index.ts';
import type { Delivery, Site } from '../../contract.ts';
import { deliveriesDocument, sitesDocument } from '../data/queries.ts';

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  stored: 'canceled',
  waiting: 'accepted',
  delivered: 'completed',
  failed: 'rejected',
};

interface EventsDialogProps {
  readonly site: Site;
  readonly onClose: () => void;
}

/**
 * The newest events of a site with their delivery state; events from a chosen one on can be delivered again.
 */
export function EventsDialog({ site: { id, name, webhook, revoked_at }, onClose }: EventsDialogProps) {
  const t = useText('intake');
  const read = useRead(deliveriesDocument, { variables: { id } });
  const mayReplay = webhook !== '' && revoked_at === null;

  function replay(from: number): Promise<boolean> {
    let events = 0;
    return confirmChange({
      title: t('events.replayTitle'),
      text: t('events.replayText'),
      action: async () => {
        ({ events } = await send<{ events: number }>('POST', `intake/sites/${id}/replay`, { from }));
      },
      done: () => t('events.replayed', { count: formatNumber(events) }),
      refetch: () => refetchQueries(deliveriesDocument, sitesDocument),
    });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('events.title', { name })}
      footer={<Button onClick={onClose}>{t('events.close')}</Button>}
    >
      <ReadView read={read} failed={t('events.failed')} compact={false} skeleton={<Skeleton height={80} />}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <EmptyState title={t('events.none')} text={t('events.noneText')} compact />
          ) : (
            <List aria-label={t('events.title', { name })}>
              {deliveries.map((event) => (
                <EventRow
                  key={event.id}
                  event={event}
                  onReplay={mayReplay ? () => void replay(event.id) : null}
                />
              ))}
            </List>
          )
        }
      </ReadView>
    </Dialog>
  );
}

interface EventRowProps {
  readonly event: Delivery;
  readonly onReplay: (() => void) | null;
}

function EventRow({ event, onReplay }: EventRowProps) {
  const t = useText('intake');
  const dates = useDates();
  const { id, type, data, created_at, state, attempts, error, next_at } = event;
  return (
    <li>
      <div>
        <Head>
          <b>{t(`events.types.${type.replace('application.', '')}`, { number: padId(data.number) })}</b>
          <StatusBadge tone={tones[state]}>{t(`events.states.${state}`)}</StatusBadge>
        </Head>
        <p>
          {t('events.id', { id })} · {dates.dateTime(created_at)}
        </p>
        {error === null ? null : <p>{t('events.problem', { count: attempts, error })}</p>}
        {next_at === null || attempts === 0 ? null : (
          <p>{t('events.next', { at: dates.dateTime(next_at) })}</p>
        )}
      </div>
      {onReplay && state !== 'waiting' ? (
        <Button aria-label={t('events.replayFrom', { id: t('events.id', { id }) })} onClick={onReplay}>
          {t('events.replay')}
        </Button>
      ) : null}
    </li>
  );
}

const List = styled(RowList)`
  p {
    color: var(--text-2);
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
`;
