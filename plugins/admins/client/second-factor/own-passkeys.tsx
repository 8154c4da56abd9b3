import {
  AddPasskey,
  Button,
  Card,
  Dialog,
  ProofDialog,
  ReadView,
  refetchQueries,
  send,
  StatusBadge,
  TextStack,
  toast,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { OwnPasskey } from '#kernel/plugin-api/contract.ts';
import { factorDocument, passkeysDocument } from '../data/queries.ts';

type Open = 'add' | OwnPasskey | null;

/** The user's own passkeys: adding and removing them. */
export function PasskeysCard() {
  const t = useText('admins');
  const read = useRead(passkeysDocument);
  const [open, setOpen] = useState<Open>(null);
  const [isHeld, setHeld] = useState(false);

  function close(): void {
    setOpen(null);
    setHeld(false);
    void refetchQueries(passkeysDocument, factorDocument);
  }

  return (
    <Card title={t('passkeys.title')}>
      <ReadView read={read} failed={t('passkeys.failed')}>
        {({ passkeys: { items } }) => (
          <TextStack $gap={12} $start>
            {items.length === 0 ? <p>{t('passkeys.none')}</p> : <List items={items} onRemove={setOpen} />}
            {items.length === 1 ? <p>{t('passkeys.oneOnly')}</p> : null}
            <Button onClick={() => setOpen('add')}>{t('passkeys.add')}</Button>
          </TextStack>
        )}
      </ReadView>
      {open === 'add' ? (
        <Dialog open onClose={close} guard={() => !isHeld} title={t('passkeys.addTitle')}>
          <AddPasskey onBlockLeave={setHeld} onDone={close} />
        </Dialog>
      ) : open !== null ? (
        <ProofDialog
          danger
          title={t('passkeys.removeTitle', { name: open.name })}
          text={t('passkeys.removeText')}
          submit={t('passkeys.remove')}
          onSubmit={async (proof) => {
            await send('POST', `admins/admin/passkeys/${open.id}/removal`, proof);
            toast.success(t('passkeys.removed'));
            close();
          }}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}

interface ListProps {
  readonly items: readonly OwnPasskey[];
  readonly onRemove: (passkey: OwnPasskey) => void;
}

function List({ items, onRemove }: ListProps) {
  const t = useText('admins');
  const dates = useDates();
  return (
    <Keys aria-label={t('passkeys.title')}>
      {items.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <strong>{passkey.name}</strong>{' '}
            {passkey.hardware ? (
              <StatusBadge tone="completed">{t('passkeys.hardware')}</StatusBadge>
            ) : passkey.backed_up ? (
              <StatusBadge tone="accepted">{t('passkeys.synced')}</StatusBadge>
            ) : null}
            <small>
              {t('passkeys.since', { at: dates.dateTime(passkey.createdAt) })}
              {passkey.lastUsedAt === null
                ? null
                : ` ${t('passkeys.used', { at: dates.dateTime(passkey.lastUsedAt) })}`}
            </small>
          </div>
          <Button
            size="small"
            aria-label={t('passkeys.removeNamed', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t('passkeys.remove')}
          </Button>
        </li>
      ))}
    </Keys>
  );
}

const Keys = styled.ul`
  width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;

  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 10px 0;
    border-bottom: 1px solid var(--line);
  }

  strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }

  small {
    display: block;
    color: var(--text-2);
    font-size: 12.5px;
  }
`;
