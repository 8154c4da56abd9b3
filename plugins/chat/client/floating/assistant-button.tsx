import { ChevronDown, MessageCircleMore } from 'lucide-react';
import { useEffect, useRef, type ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { IconButton, useIsPhone, useText } from '#kernel/plugin-api/client.ts';
import { consumeFocusReturn, toggleAssistant, useIsAssistantOpen } from './assistant-store.ts';
import { panel } from './lazy-panel.ts';

/** The assistant's button in the top bar of a phone, where a floating one would cover content. */
export function TopBarButton() {
  const props = useAssistantButton();
  return useIsPhone() ? <IconButton {...props} icon={<MessageCircleMore />} /> : null;
}

/** The floating button on every page; on a phone the button is in the top bar. */
export function FloatingButton() {
  const { label, ...props } = useAssistantButton();
  const isOpen = useIsAssistantOpen();
  return useIsPhone() ? null : (
    <RoundButton {...props} type="button" aria-label={label} title={label} data-open={isOpen || undefined}>
      {isOpen ? <ChevronDown /> : <MessageCircleMore />}
    </RoundButton>
  );
}

function useAssistantButton() {
  const t = useText('chat');
  const isOpen = useIsAssistantOpen();
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // After the commit, since on a phone the open panel is modal.
    if (!isOpen && ref.current && consumeFocusReturn()) ref.current.focus({ preventScroll: true });
  }, [isOpen]);
  return {
    ref,
    label: t(isOpen ? 'loader.close' : 'loader.open'),
    'data-tour': 'assistant',
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onPointerEnter: panel.preload,
    onFocus: panel.preload,
    onClick: toggleAssistant,
  } as const satisfies ComponentPropsWithRef<'button'> & {
    readonly label: string;
    readonly 'data-tour': string;
  };
}

const RoundButton = styled.button`
  position: fixed;
  right: 20px;
  bottom: calc(16px + var(--footer-height) + env(safe-area-inset-bottom));
  z-index: var(--z-float);
  display: flex;
  align-items: center;
  justify-content: center;
  width: 52px;
  height: 52px;
  border-radius: var(--round);
  background: var(--accent);
  color: var(--on-accent);
  box-shadow: var(--shadow-2);

  &:hover {
    background: var(--accent-strong);
  }

  svg {
    width: 24px;
    height: 24px;
  }

  /* A high footer leaves only the top of the page, which the button would cover. */
  :root[data-footer='high'] &:not([data-open]) {
    visibility: hidden;
  }
`;
