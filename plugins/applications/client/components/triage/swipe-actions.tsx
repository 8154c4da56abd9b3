import { Check, Forward } from 'lucide-react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { useText } from '#kernel/plugin-api/client.ts';
import { type Side, useSwipe } from './use-swipe.ts';

interface SwipeActionsProps {
  /** The `<li>`, whose first element moves. */
  readonly row: RefObject<HTMLLIElement | null>;
  /** Undefined if the application cannot be accepted. */
  readonly onAccept: (() => void) | undefined;
  readonly onForward: () => void;
}

/**
 * Accepts by a swipe to the right and forwards by one to the left; the area under the row shows the action.
 */
export function SwipeActions({ row, onAccept, onForward }: SwipeActionsProps) {
  const t = useText('applications');
  const swipe = useSwipe(row, {
    offers: { right: onAccept !== undefined, left: true },
    onSwipe: (side) => (side === 'right' ? onAccept?.() : onForward()),
  });
  const DeedIcon = swipe?.side === 'left' ? Forward : Check;
  return row.current
    ? createPortal(
        // The row's buttons offer the same.
        <Under aria-hidden data-side={swipe?.side} data-armed={swipe?.armed || undefined}>
          {swipe ? (
            <>
              <DeedIcon size={20} />
              {t(labels[swipe.side])}
            </>
          ) : null}
        </Under>,
        row.current,
      )
    : null;
}

const labels: Readonly<Record<Side, string>> = { right: 'triage.accept', left: 'triage.forward' };

const Under = styled.div`
  position: absolute;
  inset: 0;
  z-index: -1;
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  justify-content: center;
  gap: 4px;
  padding: 0 14px;
  border-radius: var(--r2);
  font-size: 13px;
  font-weight: 600;
  background: var(--completed-soft);
  color: var(--completed);

  &[data-armed] {
    background: var(--completed);
    color: var(--surface);
  }

  &[data-side='left'] {
    align-items: flex-end;
    background: var(--accent-soft);
    color: var(--accent-strong);
  }

  &[data-side='left'][data-armed] {
    background: var(--accent);
    color: var(--on-accent);
  }

  /* Otherwise the action would be visible at the corners of a row that is not swiped. */
  &:empty {
    visibility: hidden;
  }

  /* Vertical scrolling continues to work, and a swiped row does not widen the page. */
  :has(> &) {
    position: relative;
    isolation: isolate;
    overflow-x: clip;
    touch-action: pan-y;
  }
`;
