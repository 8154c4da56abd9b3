import { Laptop, Smartphone, Tablet, Terminal, X } from 'lucide-react';
import { styled } from 'styled-components';
import { RelativeTime, useDates, useText } from '#kernel/client/index.ts';
import { IconButton, StatusBadge } from '#kernel/client/ui/index.ts';
import type { SignIn } from '../../contract.ts';

interface SignInListProps {
  readonly items: readonly SignIn[];
  readonly onEnd: (signIn: SignIn) => void;
}

/** Where an admin is signed in: device and browser, address, when. */
export function SignInList({ items, onEnd }: SignInListProps) {
  const t = useText('admins');
  const dates = useDates();
  const nameOf = useDeviceName();
  return (
    <List>
      {items.map((signIn) => {
        const name = nameOf(signIn);
        return (
          <li key={signIn.id}>
            <DeviceIcon kind={signIn.device.kind} />
            <div>
              <Name>
                <b>{name}</b>
                {signIn.current ? <StatusBadge tone="completed">{t('signIns.current')}</StatusBadge> : null}
              </Name>
              <Note>
                {t('signIns.where', { address: signIn.address, at: dates.dateTime(signIn.createdAt) })}
                {' · '}
                {t('signIns.seen')} <RelativeTime at={signIn.lastSeenAt} />
              </Note>
            </div>
            {signIn.current ? null : (
              <IconButton
                size="small"
                variant="danger"
                label={t('signIns.endOf', { name })}
                icon={<X aria-hidden="true" />}
                onClick={() => onEnd(signIn)}
              />
            )}
          </li>
        );
      })}
    </List>
  );
}

/** The words for a device: its browser and system, else what it seems to be. */
export function useDeviceName(): (signIn: SignIn) => string {
  const t = useText('admins');
  return ({ device: { browser, system, kind } }) => {
    if (browser !== '' && system !== '') return t('signIns.device', { browser, system });
    return browser || system || t(`signIns.kinds.${kind}`);
  };
}

const kinds = { computer: Laptop, phone: Smartphone, tablet: Tablet, program: Terminal, unknown: Laptop };

function DeviceIcon({ kind }: { readonly kind: SignIn['device']['kind'] }) {
  const Kind = kinds[kind];
  return <Kind size={20} aria-hidden="true" />;
}

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  li {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 10px 0;
  }

  li + li {
    border-top: 1px solid var(--line);
  }

  li > div {
    flex: 1;
    min-width: 0;
  }

  svg {
    flex: none;
    color: var(--text-2);
  }
`;

const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
`;

const Note = styled.div`
  color: var(--text-2);
  font-size: 12.5px;
  font-variant-numeric: tabular-nums;
`;
