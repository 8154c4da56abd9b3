import { useEffect, useState } from 'react';
import type { Slot } from '#kernel/contract/slot.ts';
import type { Extension } from './define-client.ts';
import { loadWithRetry } from './load-with-retry.ts';
import { PluginBoundary } from './plugin-boundary.tsx';
import { loadedPlugin } from './plugin-clients.ts';
import { useRegistry } from './registry-store.ts';

/**
 * Shows the extensions of a slot; one that throws is left out, and the rest of the page stays.
 *
 * @example <SlotView slot={applicationAside} application={application} />
 */
export function SlotView<Props extends object>({ slot, ...props }: { readonly slot: Slot<Props> } & Props) {
  const extending = useRegistry().enabled.filter((manifest) => manifest.extensions?.includes(slot.id));
  return extending.map(({ id }) => (
    <PluginBoundary key={id} renderFallback={() => null}>
      <PluginExtensions plugin={id} slot={slot.id} props={props as Record<string, unknown>} />
    </PluginBoundary>
  ));
}

interface PluginExtensionsProps {
  readonly plugin: string;
  readonly slot: string;
  readonly props: Record<string, unknown>;
}

function PluginExtensions({ plugin, slot, props }: PluginExtensionsProps) {
  const [extensions, setExtensions] = useState<readonly Extension[]>(
    () => loadedPlugin(plugin)?.module.extensions ?? [],
  );
  useEffect(() => {
    const leaving = new AbortController();
    loadWithRetry(plugin, leaving.signal).then(
      ({ module }) => leaving.signal.aborted || setExtensions(module.extensions ?? []),
      (error) => leaving.signal.aborted || reportError(error),
    );
    return () => leaving.abort();
  }, [plugin]);
  return extensions
    .filter((extension) => extension.slot === slot)
    .map(({ component: Extended }, index) => <Extended key={index} {...props} />);
}
