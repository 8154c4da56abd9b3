import { MessageCircleMore, ChevronDown } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
} from 'react';
import { styled } from 'styled-components';
import { fillPhoneScreen } from '#widgets/chat/fill-phone-screen.ts';
import { lazyComponent, media, phoneQuery, Spinner, useText } from '#kernel/plugin-api/client.ts';
import type { EarlyInput, OfficePanelProps } from './office-panel.tsx';

const panel = lazyComponent(async () => (await import('./office-panel.tsx')).OfficePanel);

/** The round button above every page, and the assistant's panel that it opens. */
export function Assistant() {
  const t = useText('chat');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const Panel = panel.useLoaded(open) as ComponentType<OfficePanelProps> | null;
  useFloatingSpace(open);
  useEffect(() => (open && container.current ? fillPhoneScreen(container.current) : undefined), [open]);

  const early = useRef<EarlyInput>(noText);
  const takeEarly = useCallback(() => {
    const { current: typed } = early;
    early.current = noText;
    return typed;
  }, []);
  const wasClosed = useRef(false);
  const close = useCallback(() => {
    wasClosed.current = true;
    setOpen(false);
  }, []);
  useEffect(() => {
    // After the commit, since on a phone the button is hidden while the panel is open.
    if (!open && wasClosed.current) button.current?.focus({ preventScroll: true });
    wasClosed.current = false;
  }, [open]);
  const closeOnPhone = useCallback(() => {
    if (matchMedia(phoneQuery).matches) setOpen(false);
  }, []);

  function toggle(): void {
    setOpen(!open);
  }

  return (
    <div data-print="hidden">
      <Container ref={container} hidden={!open}>
        {Panel ? (
          <Panel open={open} takeEarly={takeEarly} onClose={close} onNavigate={closeOnPhone} />
        ) : open ? (
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
      <RoundButton
        ref={button}
        type="button"
        data-tour="assistant"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t(open ? 'loader.close' : 'loader.open')}
        title={t(open ? 'loader.close' : 'loader.open')}
        data-open={open || undefined}
        onPointerEnter={panel.preload}
        onFocus={panel.preload}
        onClick={toggle}
      >
        {open ? <ChevronDown /> : <MessageCircleMore />}
      </RoundButton>
    </div>
  );
}

const noText: EarlyInput = { text: '', isSent: false };

interface EarlyInputProps {
  readonly label: string;
  readonly onType: (typed: EarlyInput) => void;
  readonly onClose: () => void;
}

/** Takes what is typed before the code of the panel is here, which continues with it. */
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

/** Reserves space for the button or the panel, so that toasts and the end of the page stay visible. */
function useFloatingSpace(open: boolean): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--floating-height', open ? '0px' : '64px');
    style.setProperty('--floating-width', open ? '404px' : '0px');
    return () => {
      style.removeProperty('--floating-height');
      style.removeProperty('--floating-width');
    };
  }, [open]);
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

  /* The bar leaves only the head of the page, which the button would cover. */
  :root[data-footer='high'] &:not([data-open]) {
    visibility: hidden;
  }

  ${media.phone} {
    right: 12px;

    /* A part of the page that is used down to its bottom, such as a map with a panel. */
    :root[data-floating='hidden'] &:not([data-open]) {
      visibility: hidden;
    }

    /* Not by visibility, which changes late under reduced motion, so that focus could not return. */
    &[data-open] {
      display: none;
    }
  }
`;

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
