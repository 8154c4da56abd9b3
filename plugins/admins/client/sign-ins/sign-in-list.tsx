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
              <Facts>
                <span>{signIn.address}</span>
                <span>{t('signIns.since', { at: dates.dateTime(signIn.createdAt) })}</span>
                <span>
                  {t('signIns.seen')} <RelativeTime at={signIn.lastSeenAt} />
                </span>
              </Facts>
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

const Facts = styled.div`
  display: flex;
  flex-wrap: wrap;
  color: var(--text-2);
  font-size: 12.5px;
  font-variant-numeric: tabular-nums;

  /* A dot stands between two, and not where a line begins or ends. */
  margin-left: -12px;
  clip-path: inset(0 0 0 12px);

  > span {
    position: relative;
    padding-left: 12px;
    overflow-wrap: anywhere;
  }

  > span::before {
    content: '·';
    position: absolute;
    left: 4px;
  }
`;
