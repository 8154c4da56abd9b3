import { type ComponentType, Suspense, useEffect, useState } from 'react';
import type { Slot } from '#kernel/contract/plugin/slot.ts';
import type { Extension, PluginClient } from './define-client.ts';
import { retryImport } from './retry-import.ts';
import { PluginBoundary } from './plugin-boundary.tsx';
import { loadedPlugin, loadPlugin } from './plugin-clients.ts';
import { useClientAddress, useRegistry } from './registry-store.ts';
import { requireConnection } from '../data/request.ts';
import { lazyComponent } from '../ui/overlays/lazy-component.ts';

/**
 * Renders the extensions of a slot; one that throws is left out, without affecting the page.
 *
 * @example <SlotView slot={applicationAside} application={application} />
 */
export function SlotView<Props extends object>({ slot, ...props }: { readonly slot: Slot<Props> } & Props) {
  const extending = useRegistry().enabled.filter((manifest) => manifest.extensions?.includes(slot.id));
  return extending.map(({ id }) => (
    <PluginBoundary key={id} renderFallback={() => null}>
      {/* A separate boundary: an extension that is still loading would hide the whole page, including typed text. */}
      <Suspense fallback={null}>
        <PluginExtensions plugin={id} slot={slot.id} props={props as Record<string, unknown>} />
      </Suspense>
    </PluginBoundary>
  ));
}

interface PluginExtensionsProps {
  readonly plugin: string;
  readonly slot: string;
  readonly props: Record<string, unknown>;
}

function PluginExtensions(props: PluginExtensionsProps) {
  const address = useClientAddress(props.plugin);
  return <LoadedExtensions key={address} {...props} />;
}

function LoadedExtensions({ plugin, slot, props }: PluginExtensionsProps) {
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

/**
 * Loads the client module of a plugin that extends the page, retrying after a lost connection. Rejects with the
 * signal's reason if it is aborted.
 */
export function loadWithRetry(id: string, signal: AbortSignal): Promise<PluginClient> {
  return retryImport(async () => {
    // Many browsers cache a failed module load permanently, so it is requested only with a connection.
    if (loadedPlugin(id) === undefined) await requireConnection();
    return loadPlugin(id);
  }, signal);
}

/**
 * An extension whose code is loaded when its slot is shown; it renders nothing until then, and retries after a lost
 * connection.
 *
 * @example extend(applicationAside, lazyExtension(async () => (await import('./components/card.tsx')).Card))
 */
export function lazyExtension<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyComponent(() => retryImport(load)).Component;
}
