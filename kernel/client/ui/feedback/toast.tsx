import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import { keyframes, styled } from 'styled-components';
import { useSnapshot } from 'valtio';
import { media } from '../layout/breakpoints.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useText } from '../../i18n/i18n.ts';
import { dismissToast, toastStore, type ToastItem } from './toast-store.ts';
import { useUnobstructedPlacement } from './use-unobstructed-placement.ts';

const SWIPE = 64;

/** Renders the toasts; mounted once. Errors interrupt a screen reader, other toasts do not. */
export function ToastHost() {
  const t = useText();
  const { items } = useSnapshot(toastStore);
  const region = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const used = pointed || focused;
  // Nobody reads them in a background tab.
  const held = useIsPageHidden() || used;
  useUnobstructedPlacement(region, { count: items.length, held: used });
  // A button that unmounts with its toast drops the focus and the hover without an event.
  if (pointed && items.length === 0) setPointed(false);
  useEffect(() => {
    if (!region.current?.contains(document.activeElement)) setFocused(false);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a removed toast may have had the focus
  }, [items]);
  const errors = items.filter((item) => item.kind === 'error');
  const others = items.filter((item) => item.kind !== 'error');
  return (
    <Region
      ref={region}
      aria-label={t('ui.notifications')}
      data-print="hidden"
      // A toast that comes to a resting pointer is not pointed at: it may still move away.
      onPointerMove={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      // A swipe removes the toast under the finger, so no `pointerleave` follows.
      onPointerUp={({ pointerType }) => pointerType === 'touch' && setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Stack as="output" aria-live="polite" aria-relevant="additions" aria-atomic="false">
        {others.map((item) => (
          <Toast key={item.id} item={item} held={held} />
        ))}
      </Stack>
      <Stack role="alert" aria-live="assertive" aria-relevant="additions" aria-atomic="false">
        {errors.map((item) => (
          <Toast key={item.id} item={item} held={held} />
        ))}
      </Stack>
    </Region>
  );
}

function Toast({ item, held }: { readonly item: ToastItem; readonly held: boolean }) {
  const t = useText();
  const swipe = useSwipe(() => dismissToast(item.id));
  useTimer(item, held);
  const KindIcon = icons[item.kind];
  return (
    <Card $kind={item.kind} {...swipe}>
      <KindIcon size={18} />
      <Text>{item.text}</Text>
      <IconButton size="small" label={t('ui.close')} icon={<X />} onClick={() => dismissToast(item.id)} />
    </Card>
  );
}

function useIsPageHidden(): boolean {
  return useSyncExternalStore(
    (follow) => {
      document.addEventListener('visibilitychange', follow);
      return () => document.removeEventListener('visibilitychange', follow);
    },
    () => document.hidden,
  );
}

/** Counts down while the toasts are visible and neither hovered nor focused, and resumes where it paused. */
function useTimer({ id, duration }: ToastItem, held: boolean): void {
  const left = useRef(duration);
  useEffect(() => {
    if (held || left.current === null) return undefined;
    const started = Date.now();
    const timer = setTimeout(dismissToast, left.current, id);
    return () => {
      clearTimeout(timer);
      if (left.current !== null) left.current = Math.max(1500, left.current - (Date.now() - started));
    };
  }, [held, id]);
}

/** Dismisses the toast on a sideways swipe. */
function useSwipe(onSwiped: () => void) {
  const from = useRef<number | null>(null);
  const [moved, setMoved] = useState(0);
  function end(): void {
    if (Math.abs(moved) > SWIPE) onSwiped();
    from.current = null;
    setMoved(0);
  }
  return {
    style: moved === 0 ? {} : { transform: `translateX(${moved}px)`, opacity: 1 - Math.abs(moved) / 240 },
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'touch') from.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) setMoved(event.clientX - from.current);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const inks = { success: 'var(--completed)', error: 'var(--rejected)', info: 'var(--accent)' };

const Region = styled.section`
  position: fixed;
  right: calc(20px + var(--floating-width));
  bottom: calc(20px + var(--footer-height) + var(--floating-height));
  z-index: var(--z-toast);
  display: flex;
  flex-direction: column;
  gap: var(--s2);
  width: min(380px, calc(100vw - 24px));
  pointer-events: none;

  ${media.phone} {
    right: 12px;
    bottom: calc(
      12px + var(--footer-height) + var(--floating-height) + var(--status-height) +
        env(safe-area-inset-bottom)
    );

    /* At the bottom, toasts would cover the buttons and fields of a bottom sheet. */
    :root:has([data-sheet][data-open]) &:not([data-place='bottom'], [data-place='foot']) {
      top: calc(12px + env(safe-area-inset-top));
      bottom: auto;
    }
  }

  &[data-place='top'] {
    top: calc(12px + var(--topbar-height) + env(safe-area-inset-top));
    bottom: auto;
  }

  /* For a low window, such as at 400 % zoom, in which the placements above cover a control. */
  &[data-place='over'] {
    top: calc(12px + env(safe-area-inset-top));
    bottom: auto;
  }

  &[data-place='foot'] {
    top: auto;
    bottom: calc(12px + var(--footer-height) + env(safe-area-inset-bottom));
  }
`;

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s2);
`;

const arrive = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`;

const Card = styled.div<{ $kind: ToastItem['kind'] }>`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 8px 8px 8px 14px;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--raised);
  color: var(--text);
  font-weight: 500;
  box-shadow: var(--shadow-2);
  pointer-events: auto;
  touch-action: pan-y;
  animation: ${arrive} var(--slow) var(--ease);

  > svg {
    flex: none;
    color: ${({ $kind }) => inks[$kind]};
  }
`;

const Text = styled.div`
  flex: 1;
  min-width: 0;
  padding: 5px 0;
`;
