import {
  Button,
  Card,
  confirm,
  ProofDialog,
  refetchQueries,
  Row,
  send,
  TextStack,
  toast,
  toastError,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { FactorResetItem } from '../../contract.ts';
import { factorResetsDocument } from '../queries.ts';

/** The resets of second factors that wait for another super admin; nothing where there are none. */
export function FactorResetsCard() {
  const t = useText('admins');
  const { data } = useRead(factorResetsDocument);
  const [open, setOpen] = useState<FactorResetItem | null>(null);
  const items = data?.resets.items ?? [];

  async function withdraw({ id, name }: FactorResetItem): Promise<void> {
    try {
      const done = await confirm({
        title: t('resets.withdrawTitle', { name }),
        text: t('resets.withdrawText'),
        action: () => send('DELETE', `admins/${id}/factor-reset`),
      });
      if (done) toast.success(t('resets.withdrawn'));
    } catch (error) {
      toastError(error);
    }
    await refetchQueries(factorResetsDocument);
  }

  if (items.length === 0) return null;
  return (
    <Card title={t('resets.title')}>
      <Requests aria-label={t('resets.title')}>
        {items.map((item) => (
          <Request key={item.id} item={item} onConfirm={setOpen} onWithdraw={withdraw} />
        ))}
      </Requests>
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
  readonly onWithdraw: (item: FactorResetItem) => Promise<void>;
}

function Request({ item, onConfirm, onWithdraw }: RequestProps) {
  const t = useText('admins');
  const dates = useDates();
  const { name, requested_by: by, reason, expiresAt, own } = item;
  return (
    <li>
      <TextStack $gap={8} $start>
        <p>
          <strong>{name}</strong>
          <br />
          {reason}
          <br />
          <small>{t('resets.lead', { by, at: dates.dateTime(expiresAt) })}</small>
        </p>
        {own ? <p>{t('resets.own')}</p> : null}
        <Row>
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
        </Row>
      </TextStack>
    </li>
  );
}

const Requests = styled.ul`
  display: grid;
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;

  strong {
    font-weight: 550;
  }

  small {
    color: var(--text-2);
    font-size: 12.5px;
  }
`;
