import {
  Button,
  Card,
  confirmChange,
  Dialog,
  IconButton,
  ReadView,
  RelativeTime,
  RowList,
  send,
  Skeleton,
  StatusBadge,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { useCanManageStaff } from '../data/use-permissions.ts';
import type { SignIn } from '#kernel/plugin-api/contract.ts';
import { signInsDocument } from '../data/queries.ts';
import { Laptop, Smartphone, Tablet, Terminal, X } from 'lucide-react';
import { styled } from 'styled-components';

/** The user's own sessions, in the settings. */
export function OwnSignIns() {
  return useCanManageStaff() ? <Own /> : null;
}

function Own() {
  const t = useText('admins');
  const { read, end, endAll } = useSignIns('admin');
  return (
    <Card title={t('signIns.own')}>
      <ReadView read={read} failed={t('signIns.failed')} compact={false} skeleton={waiting}>
        {({ signIns: { items } }) => (
          <>
            <SignInList items={items} onEnd={end} />
            {items.length > 1 ? (
              <Button onClick={() => endAll(t('signIns.endOthersTitle'))}>{t('signIns.endOthers')}</Button>
            ) : null}
          </>
        )}
      </ReadView>
    </Card>
  );
}

const waiting = (
  <>
    <Skeleton height={40} />
    <Skeleton height={40} />
  </>
);

interface SignInsDialogProps {
  readonly of: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** The sessions of an admin, each with a button that ends it. */
export function SignInsDialog({ of, name, onClose }: SignInsDialogProps) {
  const t = useText('admins');
  const { read, end, endAll } = useSignIns(of);
  const others = read.data?.signIns.items.filter(({ current }) => !current) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('signIns.titleOf', { name })}
      footer={
        <>
          {others.length > 0 ? (
            <Button variant="danger" onClick={() => endAll(t('signIns.endAllTitle', { name }))}>
              {t('signIns.endAll')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('signIns.close')}</Button>
        </>
      }
    >
      <ReadView read={read} failed={t('signIns.failed')} compact={false} skeleton={waiting}>
        {({ signIns: { items } }) => (
          <>
            {items.length === 0 ? <p>{t('signIns.none')}</p> : null}
            <SignInList items={items} onEnd={end} />
          </>
        )}
      </ReadView>
    </Dialog>
  );
}

/** Reads and ends the sessions of an admin; `of` is their id, or `admin` for the user's own. */
export function useSignIns(of: number | 'admin') {
  const t = useText('admins');
  const nameOf = useDeviceName();
  const read = useRead(signInsDocument, { variables: { of: String(of) }, policy: 'cache-and-network' });

  const confirmEnd = (title: string, path: string, done: string) =>
    confirmChange({
      title,
      danger: true,
      action: () => send('DELETE', path),
      done,
      refetch: () => read.refetch(),
    });

  return {
    read,
    end: (signIn: SignIn) =>
      void confirmEnd(
        t('signIns.endTitle', { name: nameOf(signIn) }),
        `admins/${of}/sessions/${signIn.id}`,
        t('signIns.ended'),
      ),
    endAll: (title: string) => void confirmEnd(title, `admins/${of}/sessions`, t('signIns.allEnded')),
  };
}

interface SignInListProps {
  readonly items: readonly SignIn[];
  readonly onEnd: (signIn: SignIn) => void;
}

/** The sessions of an admin: device and browser, address, time. */
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
                <span>{t('signIns.signedInAt', { at: dates.dateTime(signIn.createdAt) })}</span>
                <span>
                  {t('signIns.lastActive')} <RelativeTime at={signIn.lastSeenAt} />
                </span>
              </Facts>
            </div>
            {signIn.current ? null : (
              <IconButton
                size="small"
                variant="danger"
                label={t('signIns.endOf', { name })}
                icon={<X />}
                onClick={() => onEnd(signIn)}
              />
            )}
          </li>
        );
      })}
    </List>
  );
}

/** The label of a device: its browser and system, otherwise its kind. */
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
  return <Kind size={20} />;
}

const List = styled(RowList)`
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

  /* Clips the dot before the first item of each line. */
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
