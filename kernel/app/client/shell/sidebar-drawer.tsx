import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { IconButton, useIsPhone } from '#kernel/client/ui/index.ts';
import { Sidebar } from './sidebar.tsx';

export interface SidebarDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * The sidebar on a phone: slides in over a backdrop. Not a native modal dialog, which would make menus, dialogs and
 * the search of the same page inert.
 */
export function SidebarDrawer({ open, onClose }: SidebarDrawerProps) {
  const t = useText();
  const isPhone = useIsPhone();
  useEffect(() => {
    if (open && !isPhone) onClose();
  }, [open, isPhone, onClose]);
  return (
    <Base.Root open={open && isPhone} onOpenChange={(next) => void (next || onClose())}>
      <Base.Portal>
        <Backdrop />
        <Drawer data-sheet="" aria-label={t('shell.menu')}>
          <Close>
            <IconButton label={t('ui.close')} icon={<X />} onClick={onClose} />
          </Close>
          <Sidebar onNavigate={onClose} />
        </Drawer>
      </Base.Portal>
    </Base.Root>
  );
}

const Backdrop = styled(Base.Backdrop)`
  position: fixed;
  inset: 0;
  z-index: var(--z-dialog);
  background: var(--backdrop);
  transition: opacity var(--slow) var(--ease);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;

const Drawer = styled(Base.Popup)`
  position: fixed;
  inset: 0 auto 0 0;
  z-index: var(--z-dialog);
  width: min(300px, 86vw);
  height: 100dvh;
  background: var(--surface);
  color: var(--text);
  box-shadow: var(--shadow-2);
  outline: none;
  transition: transform var(--slow) var(--ease);

  &[data-starting-style],
  &[data-ending-style] {
    transform: translateX(-100%);
  }
`;

const Close = styled.div`
  position: absolute;
  top: 9px;
  right: 8px;
`;
