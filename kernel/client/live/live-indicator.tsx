import { Wifi, WifiOff } from 'lucide-react';
import { styled } from 'styled-components';
import { useText } from '../text/i18n.ts';
import { useLive } from './live-store.ts';

/** Says that the connection is cut, and that it is back. */
export function LiveIndicator() {
  const t = useText();
  const { notice: face } = useLive();
  return (
    <Place aria-live="polite" data-print="hidden">
      {face === null ? null : (
        <Pill data-face={face}>
          {face === 'off' ? <WifiOff aria-hidden="true" /> : <Wifi aria-hidden="true" />}
          {t(`live.${face}`)}
        </Pill>
      )}
    </Place>
  );
}

const Place = styled.div`
  position: fixed;
  bottom: 16px;
  left: 50%;
  z-index: var(--z-toast);
  transform: translateX(-50%);
  pointer-events: none;
`;

const Pill = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 8px 14px;
  border-radius: var(--round);
  background: var(--accepted-soft);
  color: var(--accepted);
  font-size: 13px;
  font-weight: 550;
  box-shadow: var(--shadow-2);
  white-space: nowrap;

  &[data-face='back'] {
    background: var(--completed-soft);
    color: var(--completed);
  }

  svg {
    width: 16px;
    height: 16px;
  }
`;
