import { EllipsisVertical, Key, Lock, LockOpen, MonitorSmartphone, ShieldOff } from 'lucide-react';
import { confirm, send, toast, toastError, useAdmin, useText } from '#kernel/client/index.ts';
import { refetchDocuments } from '#kernel/records/client/index.ts';
import { IconButton, Menu, type MenuEntry } from '#kernel/client/ui/index.ts';
import type { Admin } from '../contract.ts';
import type { FirstPassword } from './first-password-dialog.tsx';
import { adminsDocument } from './queries.ts';

interface AdminMenuProps {
  readonly admin: Admin;
  readonly name: string;
  readonly onSignIns: () => void;
  /** Takes the password that an admin is to begin anew with. */
  readonly onFirstPassword: (given: FirstPassword) => void;
}

/** What else can be done about an admin: his sign-ins, a first password, keeping him out. */
export function AdminMenu({ admin, name, onSignIns, onFirstPassword }: AdminMenuProps) {
  const t = useText('admins');
  const isOneself = Number(admin.id) === useAdmin().id;

  async function block(): Promise<void> {
    const blocked = !admin.blocked;
    const action = blocked ? 'block' : 'unblock';
    try {
      const done = await confirm({
        title: t(`${action}.title`, { name }),
        text: t(`${action}.text`),
        danger: blocked,
        action: () => send('PUT', `admins/${admin.id}/block?blocked=${blocked}`),
      });
      if (done) toast.success(t(`${action}.done`, { name }));
    } catch (error) {
      toastError(error);
    }
    void refetchDocuments(adminsDocument);
  }

  async function reset(): Promise<void> {
    let given: { password: string } | null = null;
    try {
      await confirm({
        title: t('reset.title', { name }),
        text: t('reset.text'),
        danger: true,
        action: async () => {
          given = await send<{ password: string }>('PUT', `admins/${admin.id}/password`);
        },
      });
      const { password } = (given ?? {}) as { readonly password?: string };
      if (password !== undefined) onFirstPassword({ name, login: admin.login, password });
    } catch (error) {
      toastError(error);
    }
    void refetchDocuments(adminsDocument);
  }

  async function resetFactor(): Promise<void> {
    try {
      const done = await confirm({
        title: t('factor.reset.title', { name }),
        text: t('factor.reset.text'),
        danger: true,
        action: () => send('DELETE', `admins/${admin.id}/second-factor`),
      });
      if (done) toast.success(t('factor.reset.done', { name }));
    } catch (error) {
      toastError(error);
    }
    void refetchDocuments(adminsDocument);
  }

  const entries: MenuEntry[] = [
    { label: t('signIns.title'), icon: <MonitorSmartphone aria-hidden="true" />, onSelect: onSignIns },
    ...(isOneself
      ? []
      : [
          {
            label: t('reset.action'),
            icon: <Key aria-hidden="true" />,
            onSelect: () => void reset(),
          },
          ...(admin.second_factor
            ? [
                {
                  label: t('factor.reset.action'),
                  icon: <ShieldOff aria-hidden="true" />,
                  onSelect: () => void resetFactor(),
                },
              ]
            : []),
          'separator' as const,
          {
            label: t(admin.blocked ? 'unblock.action' : 'block.action'),
            icon: admin.blocked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />,
            danger: !admin.blocked,
            onSelect: () => void block(),
          },
        ]),
  ];
  return (
    <Menu
      label={t('more', { name })}
      align="end"
      entries={entries}
      renderTrigger={(trigger) => (
        <IconButton
          {...trigger}
          size="small"
          label={t('more', { name })}
          icon={<EllipsisVertical aria-hidden="true" />}
        />
      )}
    />
  );
}
