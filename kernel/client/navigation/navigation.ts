import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { allows } from '#kernel/contract/access/access.ts';
import { settingsSlot } from '#kernel/contract/plugin/slot.ts';
import { useRegistry } from '../plugins/registry-store.ts';
import { useSession } from '../session/session-store.ts';

/**
 * Returns a function that tells whether the user is still on this component's route, for callbacks of late responses.
 */
export function useIsCurrentRoute(): () => boolean {
  const { pathname } = useLocation();
  const at = useRef<string | null>(null);
  useEffect(() => {
    at.current = location.pathname;
    return () => void (at.current = null);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the path is read when its page is rendered
  }, [pathname]);
  // While the next page loads, the address is ahead of the rendered page.
  return () => at.current === location.pathname;
}

/** Returns a function that tells whether the component has unmounted, for callbacks of late responses. */
export function useIsUnmounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return () => !isMounted.current;
}

/** Returns a function that navigates to another page, unless the user has left the route meanwhile. */
export function useNavigateIfCurrent(to: string): () => void {
  const navigate = useNavigate();
  const isCurrentRoute = useIsCurrentRoute();
  return () => {
    if (isCurrentRoute()) void navigate(to);
  };
}

/** The path of the user's settings page; `null` if no plugin provides one. */
export function useSettingsPath(): string | null {
  const { rights } = useSession();
  const route = useRegistry().routes.find(({ shows }) => shows === settingsSlot.id);
  return route && allows(route.access, rights) ? route.path : null;
}
