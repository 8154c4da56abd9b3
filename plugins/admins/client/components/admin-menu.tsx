import { useState } from 'react';
import { EllipsisVertical, Key, Lock, LockOpen, MonitorSmartphone, ShieldOff } from 'lucide-react';
import {
  confirmChange,
  IconButton,
  Menu,
  type MenuEntry,
  refetchDocuments,
  send,
  toast,
  useAdmin,
  useCapabilities,
  useText,
} from '#kernel/plugin-api/client.ts';
import { passkeysCapability } from '#kernel/plugin-api/contract.ts';
import type { Admin } from '../../contract.ts';
import { addFirstPassword } from '../data/first-password-store.ts';
import { adminsDocument } from '../data/queries.ts';
import { RequestResetDialog } from '../second-factor/request-reset-dialog.tsx';

interface AdminMenuProps {
  readonly admin: Admin;
  readonly name: string;
  readonly onSignIns: () => void;
  /** Asks first who takes over the admin's records. */
  readonly before: (admin: Admin, proceed: () => void) => void;
}

/** The menu of an admin's row: sessions, a new first password, the second factor, blocking. */
export function AdminMenu({ admin, name, onSignIns, before }: AdminMenuProps) {
  const t = useText('admins');
  const [isConfirming, setConfirming] = useState(false);
  // Servers without it have another way to reset, which this page no longer offers.
  const canReset = useCapabilities('admins').includes(passkeysCapability);
  const isOneself = Number(admin.id) === useAdmin().id;
  const { block, reset } = useAdminActions({ admin, name });
  const entries: MenuEntry[] = [
    { label: t('signIns.title'), icon: <MonitorSmartphone />, onSelect: onSignIns },
    ...(isOneself
      ? []
      : [
          {
            label: t('reset.action'),
            icon: <Key />,
            onSelect: () => void reset(),
          },
          ...(admin.second_factor && canReset
            ? [
                {
                  label: t('factor.reset.action'),
                  icon: <ShieldOff />,
                  onSelect: () => setConfirming(true),
                },
              ]
            : []),
          'separator' as const,
          {
            label: t(admin.blocked ? 'unblock.action' : 'block.action'),
            icon: admin.blocked ? <LockOpen /> : <Lock />,
            danger: !admin.blocked,
            onSelect: () => (admin.blocked ? void block() : before(admin, () => void block())),
          },
        ]),
  ];
  return (
    <>
      <Menu
        label={t('more', { name })}
        align="end"
        entries={entries}
        renderTrigger={(trigger) => (
          <IconButton {...trigger} size="small" label={t('more', { name })} icon={<EllipsisVertical />} />
        )}
      />
      {isConfirming ? (
        <RequestResetDialog adminId={Number(admin.id)} name={name} onClose={() => setConfirming(false)} />
      ) : null}
    </>
  );
}

/** The changes of an admin that need a confirmation. */
function useAdminActions({ admin, name }: Omit<AdminMenuProps, 'onSignIns' | 'before'>) {
  const t = useText('admins');
  const me = useAdmin().id;
  const refetch = () => refetchDocuments(adminsDocument);

  return {
    async block(): Promise<void> {
      const blocked = !admin.blocked;
      const action = blocked ? 'block' : 'unblock';
      await confirmChange({
        title: t(`${action}.title`, { name }),
        text: t(`${action}.text`),
        danger: blocked,
        action: () => send('PUT', `admins/${admin.id}/block?blocked=${blocked}`),
        done: t(`${action}.done`, { name }),
        refetch,
      });
    },
    async reset(): Promise<void> {
      let password = '';
      const isDone = await confirmChange({
        title: t('reset.title', { name }),
        text: t('reset.text'),
        danger: true,
        action: async () => {
          ({ password } = await send<{ password: string }>('PUT', `admins/${admin.id}/password`));
        },
        refetch,
      });
      if (!isDone) return;
      const isShown = addFirstPassword(me, { name, login: admin.login, password });
      // The page was left while it was being sent.
      if (!isShown) toast.info(t('reset.unread', { name }), { duration: null });
    },
  };
}
