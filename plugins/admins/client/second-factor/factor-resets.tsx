import {
  Button,
  Card,
  confirmChange,
  ItemList,
  ListItem,
  ProofDialog,
  refetchQueries,
  send,
  toast,
  useDates,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { useState } from 'react';
import type { FactorResetItem } from '../../contract.ts';
import { factorResetsDocument } from '../data/queries.ts';

/** The resets of second factors that wait for another super admin; renders nothing if there are none. */
export function FactorResetsCard() {
  const t = useText('admins');
  const { data } = useRetriedRead(factorResetsDocument);
  const [open, setOpen] = useState<FactorResetItem | null>(null);
  const items = data?.resets.items ?? [];

  const withdraw = ({ id, name }: FactorResetItem) =>
    confirmChange({
      title: t('resets.withdrawTitle', { name }),
      text: t('resets.withdrawText'),
      action: () => send('DELETE', `admins/${id}/factor-reset`),
      done: t('resets.withdrawn'),
      refetch: () => refetchQueries(factorResetsDocument),
    });

  if (items.length === 0) return null;
  return (
    <Card title={t('resets.title')}>
      <ItemList aria-label={t('resets.title')}>
        {items.map((item) => (
          <Request key={item.id} item={item} onConfirm={setOpen} onWithdraw={withdraw} />
        ))}
      </ItemList>
      {open === null ? null : (
        <ProofDialog
          danger
          title={t('resets.confirmTitle', { name: open.name })}
          text={t('resets.confirmText', { reason: open.reason })}
          submit={t('resets.confirm')}
          onSubmit={async (proof) => {
            await send('POST', `admins/${open.id}/factor-reset/confirmation`, proof);
            toast.success(t('resets.confirmed', { name: open.name }));
            setOpen(null);
            await refetchQueries(factorResetsDocument);
          }}
          onClose={() => {
            setOpen(null);
            void refetchQueries(factorResetsDocument);
          }}
        />
      )}
    </Card>
  );
}

interface RequestProps {
  readonly item: FactorResetItem;
  readonly onConfirm: (item: FactorResetItem) => void;
  readonly onWithdraw: (item: FactorResetItem) => Promise<boolean>;
}

function Request({ item, onConfirm, onWithdraw }: RequestProps) {
  const t = useText('admins');
  const dates = useDates();
  const { name, requested_by: by, reason, expiresAt, own } = item;
  return (
    <ListItem
      name={name}
      reason={reason}
      note={t('resets.lead', { by, at: dates.dateTime(expiresAt) })}
      actions={
        <>
          {own ? null : (
            <Button
              size="small"
              variant="primary"
              aria-label={t('resets.confirmNamed', { name })}
              onClick={() => onConfirm(item)}
            >
              {t('resets.confirm')}
            </Button>
          )}
          <Button
            size="small"
            aria-label={own ? undefined : t('resets.withdrawNamed', { name })}
            onClick={() => void onWithdraw(item)}
          >
            {t(own ? 'resets.withdrawOwn' : 'resets.withdraw')}
          </Button>
        </>
      }
    >
      {own ? <p>{t('resets.own')}</p> : null}
    </ListItem>
  );
}
