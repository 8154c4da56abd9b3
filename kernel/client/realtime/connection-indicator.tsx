import { Wifi, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { useText } from '../i18n/i18n.ts';
import { media } from '../ui/index.ts';
import { useConnection } from './connection-store.ts';

/** Reports that the connection is lost, and that it is restored. */
export function ConnectionIndicator() {
  const t = useText();
  const { notice } = useConnection();
  useEffect(() => {
    const { style } = document.documentElement;
    if (notice !== null) style.setProperty('--status-height', '44px');
    return () => void style.removeProperty('--status-height');
  }, [notice]);
  return (
    <Container aria-live="polite" data-print="hidden">
      {notice === null ? null : (
        <Pill data-notice={notice}>
          {notice === 'connectionLost' ? <WifiOff /> : <Wifi />}
          {t(`live.${notice}`)}
        </Pill>
      )}
    </Container>
  );
}

const Container = styled.div`
  position: fixed;
  inset-inline: 12px;
  bottom: calc(16px + var(--footer-height));
  z-index: var(--z-toast);
  display: flex;
  justify-content: center;
  pointer-events: none;

  /* Centred in the page, without the sidebar. */
  ${media.desktop} {
    left: calc(12px + var(--sidebar-width));
  }

  ${media.phone} {
    bottom: calc(16px + var(--footer-height) + var(--floating-height));
  }
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

  &[data-notice='connectionRestored'] {
    background: var(--completed-soft);
    color: var(--completed);
  }

  svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`;
