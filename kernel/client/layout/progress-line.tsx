import { keyframes, styled } from 'styled-components';
import { proxy, useSnapshot } from 'valtio';

/** The number of pending loads. */
const loadingStore = proxy({ count: 0 });

/** Shows the progress line; call the returned function when loading has ended. */
export function startLoading(): () => void {
  loadingStore.count++;
  return () => void loadingStore.count--;
}

/** A thin line at the top of the window while something loads, shown after 300 ms. */
export function ProgressLine() {
  return useSnapshot(loadingStore).count > 0 ? <Line aria-hidden="true" data-print="hidden" /> : null;
}

const appear = keyframes`
  from { opacity: 0; }
`;

const grow = keyframes`
  from { transform: scaleX(0.08); }
  to { transform: scaleX(0.94); }
`;

const Line = styled.div`
  position: fixed;
  inset: 0 0 auto;
  z-index: var(--z-toast);
  height: 2px;
  background: var(--accent);
  transform-origin: left;
  pointer-events: none;
  animation:
    ${appear} 120ms 300ms backwards,
    ${grow} 8s 300ms cubic-bezier(0.1, 0.7, 0.1, 1) both;

  @media (prefers-reduced-motion: reduce) {
    transform: none;
    animation: ${appear} 1ms 300ms backwards !important;
  }
`;
