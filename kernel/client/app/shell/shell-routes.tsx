import { lazy, Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { ForbiddenPage } from '../pages/forbidden-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { NoAccessPage } from '../pages/no-access-page.tsx';
import { PluginPage } from '../pages/plugin-page.tsx';
import { useDisabledRoutes } from '../../plugins/disabled-plugins.ts';
import { useRegistry } from '../../plugins/registry-store.ts';
import { useSession } from '#kernel/identity/client/session/session-store.ts';
import { allows } from '#kernel/contract/access.ts';
import { mainId } from '../../layout/skip-link.tsx';

/** The pages of the enabled plugins; the rest is not found, or not allowed. */
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
            allows(route.access, rights) ? <PluginPage key={route.id} route={route} /> : <ForbiddenPage />
          }
        />
      ))}
      <Route path="*" element={<NoPage />} />
    </Routes>
  );
}

const SwitchedOffPage = lazy(() =>
  import('../pages/plugin-disabled-page.tsx').then((page) => ({ default: page.PluginDisabledPage })),
);

/** A page that went with its plugin while it was open, or one that there never was. */
function NoPage() {
  const { pathname } = useLocation();
  const { rights } = useSession();
  const wasThere = useDisabledRoutes().some(
    ({ path, access }) => allows(access, rights) && matchPath(path, pathname) !== null,
  );
  if (!wasThere) return <NotFoundPage />;
  return (
    <Suspense fallback={null}>
      <SwitchedOffPage />
    </Suspense>
  );
}

/** The first menu entry that the admin may see. */
function Home() {
  const { rights } = useSession();
  const first = useRegistry().menu(rights)[0]?.items[0];
  return first ? <Navigate to={first.path} replace /> : <NoAccessPage />;
}

let lastPath: string | null = null;

/** After a link the focus is at the page, not lost with the link; a tab within a page keeps it. */
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
