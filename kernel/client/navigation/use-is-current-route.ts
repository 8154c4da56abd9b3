import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Tells whether one is still where this is drawn, for what is done when an answer comes: one may have gone elsewhere. */
export function useIsCurrentRoute(): () => boolean {
  const { pathname } = useLocation();
  const at = useRef<string | null>(null);
  useEffect(() => {
    at.current = location.pathname;
    return () => void (at.current = null);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the address is taken when its page is drawn
  }, [pathname]);
  // The address is ahead of what is drawn while the page that one goes to is on its way.
  return () => at.current === location.pathname;
}

/** Goes on to another page when something is done, unless one has gone elsewhere meanwhile. */
export function useNavigateIfCurrent(to: string): () => void {
  const navigate = useNavigate();
  const isCurrentRoute = useIsCurrentRoute();
  return () => {
    if (isCurrentRoute()) void navigate(to);
  };
}
