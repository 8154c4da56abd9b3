import { useState } from 'react';
import {
  Button,
  confirmChange,
  LinkButton,
  ListItem,
  ProofDialog,
  refetchQueries,
  send,
  toast,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ErasureRequest } from '../../contract.ts';
import { retentionDocuments } from '../data/queries.ts';
import { CountedList } from './counted-list.tsx';

/** An erasure request, open or ended: who requested and confirmed it, and the possible actions. */
export function RequestItem({ request }: { readonly request: ErasureRequest }) {
  const t = useText('retention');
  const dates = useDates();
  const { state, counts, obstacles, own, endedAt } = request;
  const name = request.name ?? t('citizen', { number: request.citizen_id });
  const lines = [
    t(`source.${request.source}`),
    request.askedAt && request.requested_by
      ? t('requestedBy', { name: request.requested_by, at: dates.dateTime(request.askedAt) })
      : t('proposedAt', { at: dates.dateTime(request.createdAt) }),
    request.confirmed_by && t('confirmedBy', { name: request.confirmed_by }),
    endedAt && t('endedAt', { at: dates.dateTime(endedAt) }),
  ].filter(Boolean);
  return (
    <ListItem
      name={name}
      state={t(`state.${state}`)}
      reason={request.reason}
      note={lines.join(' · ')}
      actions={<Actions request={request} name={name} />}
    >
      {counts.length > 0 ? <CountedList items={counts} /> : null}
      {obstacles.length > 0 ? <CountedList items={obstacles} /> : null}
      {own && state === 'asked' ? <p>{t('own')}</p> : null}
    </ListItem>
  );
}

interface ActionsProps {
  readonly request: ErasureRequest;
  readonly name: string;
}

function Actions({ request: { id, citizen_id: citizenId, state, own, reason }, name }: ActionsProps) {
  const t = useText('retention');
  const [isConfirming, setConfirming] = useState(false);

  function close(): void {
    setConfirming(false);
    void refetchQueries(...retentionDocuments);
  }

  const withdraw = () =>
    confirmChange({
      title: t('withdrawTitle', { name }),
      text: t('withdrawText'),
      action: () => send('DELETE', `retention/requests/${id}`),
      done: t('withdrawn'),
      refetch: () => refetchQueries(...retentionDocuments),
    });
  const isOpen = state === 'asked' || state === 'proposed';
  return (
    <>
      {state === 'asked' && !own ? (
        <Button
          size="small"
          variant="primary"
          aria-label={t('confirmNamed', { name })}
          onClick={() => setConfirming(true)}
        >
          {t('confirm')}
        </Button>
      ) : null}
      {isOpen ? (
        <Button size="small" aria-label={t('withdrawNamed', { name })} onClick={() => void withdraw()}>
          {t('withdraw')}
        </Button>
      ) : null}
      {state === 'done' ? null : (
        <LinkButton size="small" to={`/users/${citizenId}`}>
          {t('open')}
        </LinkButton>
      )}
      {isConfirming ? (
        <ProofDialog
          danger
          title={t('confirmTitle', { name })}
          text={t('confirmText', { reason })}
          submit={t('confirmSubmit')}
          onSubmit={async (proof) => {
            await send('POST', `retention/requests/${id}/confirmation`, proof);
            toast.success(t('confirmed'));
            close();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
