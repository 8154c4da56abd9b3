import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { IconButton, useIsPhone } from '#kernel/client/ui/index.ts';
import { Sidebar } from './sidebar.tsx';

export interface SidebarDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The sidebar on a phone: slides in over a backdrop. The native dialog traps the focus and closes on Escape. */
export function SidebarDrawer({ open, onClose }: SidebarDrawerProps) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const phone = useIsPhone();
  useEffect(() => {
    if (open && phone) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open, phone]);
  if (!phone) return null;
  return (
    <Drawer
      ref={dialog}
      aria-label={t('shell.menu')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <Panel>
        <Close>
          <IconButton label={t('ui.close')} icon={<X />} onClick={onClose} />
        </Close>
        <Sidebar onNavigate={onClose} />
      </Panel>
    </Drawer>
  );
}

const Drawer = styled.dialog`
  position: fixed;
  inset: 0 auto 0 0;
  width: min(300px, 86vw);
  max-width: none;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: var(--surface);
  color: var(--text);
  box-shadow: var(--shadow-2);
  transform: translateX(-100%);
  transition:
    transform var(--slow) var(--ease),
    overlay var(--slow) allow-discrete,
    display var(--slow) allow-discrete;

  &::backdrop {
    background: var(--backdrop);
    opacity: 0;
    transition:
      opacity var(--slow) var(--ease),
      overlay var(--slow) allow-discrete,
      display var(--slow) allow-discrete;
  }

  &[open] {
    transform: none;

    &::backdrop {
      opacity: 1;
    }
  }

  @starting-style {
    &[open] {
      transform: translateX(-100%);
    }

    &[open]::backdrop {
      opacity: 0;
    }
  }
`;

const Panel = styled.div`
  position: relative;
  height: 100%;
`;

const Close = styled.div`
  position: absolute;
  top: 9px;
  right: 8px;
`;
