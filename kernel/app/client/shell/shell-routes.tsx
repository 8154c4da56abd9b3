import { useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useRegistry, useSession } from '#kernel/client/index.ts';
import type { RegisteredRoute } from '#kernel/contract/plugin/registry.ts';
import { StatusPage } from '../pages/status-page.tsx';
import { PluginPage } from '../pages/plugin-page.tsx';
import { registryStore } from '#kernel/client/plugins/registry-store.ts';
import { allows } from '#kernel/contract/access/access.ts';
import { mainId } from '#kernel/client/layout/skip-link.tsx';

/** The pages of the enabled plugins; any other path is "not found", a page without access "forbidden". */
export function ShellRoutes() {
  const registry = useRegistry();
  const { rights } = useSession();
  useFocusOnNavigation();
  return (
    <Routes>
      <Route index element={<Home />} />
      <Route path="login" element={<Navigate to="/" replace />} />
      {registry.routes.map((route) => (
        <Route
          key={route.id}
          path={route.path}
          element={
            allows(route.access, rights) ? (
              <PluginPage key={route.id} route={route} />
            ) : (
              <StatusPage kind="forbidden" />
            )
          }
        />
      ))}
      <Route path="*" element={<NoPage />} />
    </Routes>
  );
}

/** The page for unknown paths, and for pages whose plugin was disabled while they were open. */
function NoPage() {
  const { pathname } = useLocation();
  const { rights } = useSession();
  const disabledRoutes = useSnapshot(registryStore).disabledRoutes as readonly RegisteredRoute[];
  const wasThere = disabledRoutes.some(
    ({ path, access }) => allows(access, rights) && matchPath(path, pathname) !== null,
  );
  return <StatusPage kind={wasThere ? 'switchedOff' : 'notFound'} />;
}

/** Redirects to the first menu entry that the admin may open. */
function Home() {
  const { rights } = useSession();
  const first = useRegistry().menu(rights)[0]?.items[0];
  return first ? <Navigate to={first.path} replace /> : <StatusPage kind="noSections" />;
}

let lastPath: string | null = null;

/** Moves the focus to the page if following a link removed the focused element; tabs within a page keep the focus. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const before = lastPath;
    lastPath = pathname;
    if (before === null || before === pathname) return;
    if (document.activeElement === document.body)
      document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [pathname]);
}
