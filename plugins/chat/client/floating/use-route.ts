import { useCallback } from 'react';
import { matchPath, useNavigate } from 'react-router-dom';
import type { Route } from '#widgets/chat/index.ts';
import { allows } from '#kernel/plugin-api/contract.ts';
import { useMenuLabel, useRegistry, useSession } from '#kernel/plugin-api/client.ts';

/** Links in the panel to existing back-office pages that the user may open; they navigate through the router. */
export function useRoute(onNavigate: () => void): Route {
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
      // Many groups have an item named "list"; the group tells them apart, as in the sidebar.
      const parts = group && item ? [group.label, ...(group.items.length > 1 ? [item.label] : [])] : [];
      return {
        href: path,
        label: parts.length > 0 ? parts.map(labelOf).join(' · ') : null,
        newWindow: false,
        onGo() {
          void navigate(path);
          onNavigate();
        },
      };
    },
    [registry, rights, navigate, labelOf, onNavigate],
  );
}
