import { useEffect, useState } from 'react';
import type { Slot } from '#kernel/contract/slot.ts';
import type { SlotFill } from './define-client.ts';
import { loadPatiently } from './load-with-retry.ts';
import { PluginBoundary } from './plugin-boundary.tsx';
import { loadedPlugin } from './plugin-clients.ts';
import { useRegistry } from './registry-store.ts';

/**
 * A place that other plugins fill; what throws there is left out, and the rest of the page goes on.
 *
 * @example <SlotView slot={applicationAside} application={application} />
 */
export function SlotView<Props extends object>({ slot, ...props }: { readonly slot: Slot<Props> } & Props) {
  const fillers = useRegistry().enabled.filter((manifest) => manifest.fills?.includes(slot.id));
  return fillers.map(({ id }) => (
    <PluginBoundary key={id} renderFallback={() => null}>
      <PluginFills plugin={id} slot={slot.id} props={props as Record<string, unknown>} />
    </PluginBoundary>
  ));
}

interface PluginFillsProps {
  readonly plugin: string;
  readonly slot: string;
  readonly props: Record<string, unknown>;
}

function PluginFills({ plugin, slot, props }: PluginFillsProps) {
  const [fills, setFills] = useState<readonly SlotFill[]>(() => loadedPlugin(plugin)?.half.fills ?? []);
  useEffect(() => {
    const leaving = new AbortController();
    loadPatiently(plugin, leaving.signal).then((client) => {
      if (client && !leaving.signal.aborted) setFills(client.half.fills ?? []);
    }, reportError);
    return () => leaving.abort();
  }, [plugin]);
  return fills
    .filter((fill) => fill.slot === slot)
    .map(({ component: Filling }, index) => <Filling key={index} {...props} />);
}
