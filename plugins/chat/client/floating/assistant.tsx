import { MessageCircleMore, ChevronDown } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { styled } from 'styled-components';
import { coverPhone } from '#widgets/chat/cover-phone.ts';
import { useText } from '#kernel/client/index.ts';
import { lazyComponent, media, phoneQuery, Spinner } from '#kernel/client/ui/index.ts';
import type { OfficePanelProps } from './office-panel.tsx';

/** The panel comes when it is first opened. */
const panel = lazyComponent(async () => (await import('./office-panel.tsx')).OfficePanel);

/** The round button above every page, and the assistant's panel that it opens. */
export function Assistant() {
  const t = useText('chat');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  // Once it is there it stays; one that could not be had is asked for again the next time.
  const Panel = panel.useLoaded(open) as unknown as ComponentType<OfficePanelProps> | null;
  useRoomForFloating(open);
  useEffect(() => (open && place.current ? coverPhone(place.current) : undefined), [open]);

  const closed = useRef(false);
  const close = useCallback(() => {
    closed.current = true;
    setOpen(false);
  }, []);
  useEffect(() => {
    // Only now: on a phone the button is hidden while the panel is open.
    if (!open && closed.current) button.current?.focus({ preventScroll: true });
    closed.current = false;
  }, [open]);
  const leave = useCallback(() => {
    if (matchMedia(phoneQuery).matches) setOpen(false);
  }, []);

  function toggle(): void {
    setOpen(!open);
  }

  return (
    <div data-print="hidden">
      <Place ref={place} hidden={!open}>
        {Panel ? (
          <Panel open={open} onClose={close} onGone={leave} />
        ) : (
          <Waiting>
            <Spinner size={24} label={t('loader.loading')} />
          </Waiting>
        )}
      </Place>
      <Round
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t(open ? 'loader.close' : 'loader.open')}
        title={t(open ? 'loader.close' : 'loader.open')}
        data-open={open || undefined}
        onPointerEnter={panel.preload}
        onFocus={panel.preload}
        onClick={toggle}
      >
        {open ? <ChevronDown aria-hidden="true" /> : <MessageCircleMore aria-hidden="true" />}
      </Round>
    </div>
  );
}

/** Toasts and the end of the page stand clear of the button, and of the panel. */
function useRoomForFloating(open: boolean): void {
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

const Round = styled.button`
  position: fixed;
  right: 20px;
  bottom: calc(16px + var(--footer-height) + env(safe-area-inset-bottom));
  z-index: var(--z-float);
  display: flex;
  align-items: center;
  justify-content: center;
  width: 52px;
  height: 52px;
  padding: 0;
  border: 0;
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

  /* It would lie on the head of the page, which is all that the bar leaves. */
  :root[data-footer='high'] &:not([data-open]) {
    visibility: hidden;
  }

  ${media.phone} {
    right: 12px;

    /* Not by its visibility, which comes a moment late where motion is reduced: the focus could not come back. */
    &[data-open] {
      display: none;
    }
  }
`;

const Place = styled.div`
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

const Waiting = styled.div`
  display: flex;
  align-items: center;
  justify-content: center;
  height: 100%;
`;
