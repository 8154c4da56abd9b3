import { useCallback } from 'react';
import { matchPath, useNavigate } from 'react-router-dom';
import type { Route } from '#widgets/chat/index.ts';
import { allows } from '#kernel/contract/index.ts';
import { useRegistry, useSession } from '#kernel/client/index.ts';
import { useMenuLabel } from '#kernel/client/plugins/menu-label.ts';

/** How the panel gets to pages of the back-office: through the router, to those that there are and that one may open. */
export function useRoute(onGone: () => void): Route {
  const registry = useRegistry();
  const { rights } = useSession();
  const navigate = useNavigate();
  const labelOf = useMenuLabel();
  return useCallback(
    (path) => {
      const [pathname = ''] = path.split(/[?#]/, 1);
      const route = registry.routes.find((one) => matchPath(one.path, pathname) !== null);
      if (!route || !allows(route.access, rights)) return null;
      const group = registry.menu(rights).find(({ items }) => items.some((item) => item.path === pathname));
      const item = group?.items.find((one) => one.path === pathname);
      // Many groups have a list: it is told apart by the group, as in the sidebar.
      const parts = group && item ? [group.label, ...(group.items.length > 1 ? [item.label] : [])] : [];
      return {
        href: path,
        label: parts.length > 0 ? parts.map(labelOf).join(' · ') : null,
        newWindow: false,
        onGo() {
          void navigate(path);
          onGone();
        },
      };
    },
    [registry, rights, navigate, labelOf, onGone],
  );
}
