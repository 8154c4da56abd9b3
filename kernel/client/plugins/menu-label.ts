import { useCallback } from 'react';
import { useRegistry } from './registry-store.ts';
import { useTextOf } from '../i18n/i18n.ts';

/** Gives the label of a menu entry, `<plugin>:menu.<key>`. */
export function useMenuLabel(): (key: string) => string {
  const ids = useRegistry()
    .enabled.filter(({ menu }) => menu !== undefined)
    .map(({ id }) => id);
  const t = useTextOf(['kernel', ...ids]);
  return useCallback((key: string) => t(key), [t]);
}
