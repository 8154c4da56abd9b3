import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type ComponentType,
  type KeyboardEvent,
} from 'react';
import { styled } from 'styled-components';
import { fillPhoneScreen } from '#widgets/chat/fill-phone-screen.ts';
import { media, phoneQuery, Spinner, useIsPhone, useText } from '#kernel/plugin-api/client.ts';
import { FloatingButton } from './assistant-button.tsx';
import { closeAssistant, useIsAssistantOpen } from './assistant-store.ts';
import { panel } from './lazy-panel.ts';
import type { EarlyInput, OfficePanelProps } from './office-panel.tsx';

/** The assistant's panel on every page, and the button that opens it unless the top bar has one. */
export function Assistant() {
  const t = useText('chat');
  const isOpen = useIsAssistantOpen();
  const container = useRef<HTMLDivElement>(null);
  const Panel = panel.useLoaded(isOpen) as ComponentType<OfficePanelProps> | null;
  useFloatingSpace(isOpen);
  useEffect(() => (isOpen && container.current ? fillPhoneScreen(container.current) : undefined), [isOpen]);
  useEffect(() => () => closeAssistant(), []);

  const early = useRef<EarlyInput>(noText);
  const takeEarly = useCallback(() => {
    const { current: typed } = early;
    early.current = noText;
    return typed;
  }, []);
  const close = useCallback(() => closeAssistant(true), []);
  const closeOnPhone = useCallback(() => {
    if (matchMedia(phoneQuery).matches) closeAssistant();
  }, []);

  return (
    <div data-print="hidden">
      <Container ref={container} hidden={!isOpen}>
        {Panel ? (
          <Panel open={isOpen} takeEarly={takeEarly} onClose={close} onNavigate={closeOnPhone} />
        ) : isOpen ? (
          <Loading>
            <Spinner size={24} label={t('loader.loading')} />
            <EarlyInput
              label={t('panel.input')}
              onType={(typed) => (early.current = typed)}
              onClose={close}
            />
          </Loading>
        ) : null}
      </Container>
      <FloatingButton />
    </div>
  );
}

const noText: EarlyInput = { text: '', isSent: false };

interface EarlyInputProps {
  readonly label: string;
  readonly onType: (typed: EarlyInput) => void;
  readonly onClose: () => void;
}

/** Collects input typed before the panel's code is loaded; the panel continues with it. */
function EarlyInput({ label, onType, onClose }: EarlyInputProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    onType({ text: event.currentTarget.value, isSent: true });
  }

  return (
    <Early
      ref={field}
      rows={1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onChange={({ target }) => onType({ text: target.value, isSent: false })}
    />
  );
}

/**
 * Reserves space for the floating button or panel, so that toasts and the end of the page stay visible; not
 * on a phone.
 */
function useFloatingSpace(isOpen: boolean): void {
  const isPhone = useIsPhone();
  useEffect(() => {
    if (isPhone) return undefined;
    const { style } = document.documentElement;
    style.setProperty('--floating-height', isOpen ? '0px' : '64px');
    style.setProperty('--floating-width', isOpen ? '404px' : '0px');
    return () => {
      style.removeProperty('--floating-height');
      style.removeProperty('--floating-width');
    };
  }, [isOpen, isPhone]);
}

const Container = styled.div`
  position: fixed;
  right: 20px;
  bottom: calc(80px + var(--footer-height));
  z-index: var(--z-float);
  width: 384px;
  height: 520px;
  max-height: calc(100dvh - 96px - var(--footer-height));
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
  box-shadow: var(--shadow-2);

  ${media.phone} {
    inset: var(--top, 0) 0 auto;
    width: 100%;
    height: var(--height, 100dvh);
    max-height: none;
    border: 0;
    border-radius: 0;
  }
`;

const Loading = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  height: 100%;

  > :first-child {
    margin: auto;
  }
`;

const Early = styled.textarea`
  align-self: stretch;
  margin: 12px;
  padding: 10px 12px;
  border: 1px solid var(--line-control);
  border-radius: var(--r1);
  background: var(--surface);
  color: var(--text);
  resize: none;
`;
