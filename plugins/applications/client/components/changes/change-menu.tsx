import { ArrowRightLeft, Ellipsis, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import {
  IconButton,
  lazyComponent,
  Menu,
  type MenuEntry,
  useCapabilities,
  useText,
} from '#kernel/plugin-api/client.ts';
import { openStatuses, type Action, type ApplicationDetail, type Status } from '../../../contract.ts';
import type { ChangeKey } from './change-dialogs.ts';

const correctDialog = lazyComponent(async () => (await import('./correct-dialog.tsx')).CorrectDialog);
const transferDialog = lazyComponent(async () => (await import('./transfer-dialog.tsx')).TransferDialog);
const withdrawDialog = lazyComponent(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog);

interface ChangeMenuProps {
  readonly application: ApplicationDetail;
  readonly onSent: (action: Action) => void;
}

/** The menu of the changes, other than the status, that the server supports; each requires a reason. */
export function ChangeMenu({ application, onSent }: ChangeMenuProps) {
  const t = useText('applications');
  const able = useCapabilities('applications');
  const [open, setOpen] = useState<ChangeKey | null>(null);
  const isOpen = (openStatuses as readonly Status[]).includes(application.status.status);
  const entries: MenuEntry[] = [
    ...(able.includes('applications.correct')
      ? [{ label: t('more.correct'), icon: <Pencil />, onSelect: () => setOpen('correct') }]
      : []),
    ...(able.includes('applications.transfer')
      ? [{ label: t('more.transfer'), icon: <ArrowRightLeft />, onSelect: () => setOpen('transfer') }]
      : []),
    ...(able.includes('applications.withdraw') && isOpen
      ? [{ label: t('more.withdraw'), icon: <Undo2 />, danger: true, onSelect: () => setOpen('withdraw') }]
      : []),
  ];
  if (entries.length === 0) return null;
  const dialog = { application, onClose: () => setOpen(null), onSent };
  return (
    <>
      <Menu
        label={t('more.label')}
        entries={entries}
        renderTrigger={(trigger) => (
          <IconButton {...trigger} variant="default" label={t('more.label')} icon={<Ellipsis />} />
        )}
      />
      {open === 'correct' ? (
        <correctDialog.Component application={application} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'transfer' ? <transferDialog.Component {...dialog} /> : null}
      {open === 'withdraw' ? <withdrawDialog.Component {...dialog} /> : null}
    </>
  );
}
