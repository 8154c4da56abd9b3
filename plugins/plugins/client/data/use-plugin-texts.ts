import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useRegistry, useText, useTextOf } from '#kernel/plugin-api/client.ts';
import type { Reason } from '../../contract.ts';

/** The names of plugins, and the reasons why they are enabled or not. */
export function usePluginTexts() {
  const { installed } = useRegistry();
  const ids = useMemo(() => installed.map(({ id }) => id), [installed]);
  const texts = useTextOf(ids);
  const t = useText();
  const find = useCallback(
    (id: string, key: string, otherwise: string) => texts(`${id}:${key}`, { defaultValue: otherwise }),
    [texts],
  );
  const nameOf = useCallback((id: string) => find(id, 'plugin.name', find(id, 'menu.title', id)), [find]);
  return {
    /** The name in its texts, otherwise that of its menu, otherwise its id. */
    nameOf,
    /** One of the plugin's own texts, or the given default. */
    find,
    /** Its purpose; empty without a text. */
    textOf: (id: string) => find(id, 'plugin.text', ''),
    explain: (reasons: readonly Reason[]) =>
      reasons
        .map(({ state, id, missing = '', problem = '' }) =>
          t(`explain.${state}`, { id: nameOf(id), missing: nameOf(missing), problem }),
        )
        .join('; '),
  };
}

/** Reads again whenever plugins were enabled or disabled, here or in another browser. */
export function useRefetchOnSwitch(refetch: () => Promise<void>): void {
  const registry = useRegistry();
  const seen = useRef(registry);
  useEffect(() => {
    if (seen.current === registry) return;
    seen.current = registry;
    void refetch();
  }, [registry, refetch]);
}
