import { useEffect, useState } from 'react';
import type { Slot } from '#kernel/contract/slot.ts';
import type { Extension, PluginClient } from './define-client.ts';
import { isChunkError, PluginBoundary } from './plugin-boundary.tsx';
import { loadedPlugin, loadPlugin } from './plugin-clients.ts';
import { useClientAddress, useRegistry } from './registry-store.ts';
import { pause, retry } from '../data/retry.ts';
import { isConnectionError, requireConnection } from '../data/request.ts';
import { eventHub } from '../realtime/event-hub.ts';

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

/** Milliseconds between attempts, unless the connection is back before. */
const pauses = [1000, 2000, 5000] as const;
const longestPause = 15_000;

/**
 * Loads the client module of a plugin that extends the page, also when the connection is lost at first. Rejects with the
 * signal's reason when that aborts.
 */
export function loadWithRetry(id: string, signal: AbortSignal): Promise<PluginClient> {
  return retry(
    async () => {
      // Many browsers remember for good that a module failed to load: it is requested only while there is a connection.
      if (loadedPlugin(id) === undefined) await requireConnection();
      return loadPlugin(id);
    },
    {
      waitAfter: (error, attempt) =>
        isChunkError(error) || isConnectionError(error)
          ? connectionOrPause(pauses[attempt - 1] ?? longestPause, signal)
          : null,
    },
  );
}

/** Waits until the browser or the socket reports that the connection is back, or for some milliseconds. */
async function connectionOrPause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const isBack = new Promise<void>((resolve) => {
    over.signal.addEventListener('abort', eventHub.onReconnect(resolve));
    addEventListener('online', () => resolve(), { signal: over.signal });
  });
  try {
    await Promise.race([isBack, pause(milliseconds, AbortSignal.any([signal, over.signal]))]);
  } finally {
    over.abort();
  }
}
