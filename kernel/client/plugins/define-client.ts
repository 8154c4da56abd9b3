import type { ComponentType } from 'react';
import type { EventName, EventPayload, Manifest, RouteKey, Slot } from '#kernel/contract/index.ts';

/**
 * The services of a plugin in the browser; everything registered through them is undone when the plugin or the session
 * ends.
 */
export interface ClientContext<M extends Manifest = Manifest> {
  /** The public settings and capabilities that the server announces for this plugin. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly capabilities: readonly string[];
  on<N extends EventName<M>>(event: N, handle: (payload: EventPayload<M, N>) => void): void;
  /** Adds a handler for each connection, from the first one on. */
  onConnect?(handle: () => void): void;
  /** Adds a handler for reconnections of the socket, to reload data that may have been missed. */
  onReconnect(handle: () => void): void;
  onStop(undo: () => void): void;
}

/** A component for a slot; created by {@link extend}. */
export interface Extension {
  readonly slot: string;
  readonly component: ComponentType<Record<string, unknown>>;
}

/** Registers a component for a slot, whose props it must accept. */
export function extend<Props extends object>(
  slot: Slot<Props>,
  component: ComponentType<NoInfer<Props>>,
): Extension {
  // Sound: a slot renders its extensions with props of its own type, which `component` accepts.
  return { slot: slot.id, component: component as unknown as ComponentType<Record<string, unknown>> };
}

/** A page for every declared route; a missing or additional one does not compile. */
type Pages<M extends Manifest> = [RouteKey<M>] extends [never]
  ? { readonly pages?: Record<string, never> }
  : { readonly pages: { readonly [K in RouteKey<M>]: ComponentType } };

/** The client module of a plugin. */
export type ClientModule<M extends Manifest = Manifest> = Pages<M> & {
  readonly extensions?: readonly Extension[];
  start?(context: ClientContext<M>): void;
};

const mark: unique symbol = Symbol.for('komak.client');

/** A client module with its manifest, type-erased. */
export interface PluginClient {
  readonly manifest: Manifest;
  readonly module: {
    readonly pages?: Readonly<Record<string, ComponentType>>;
    readonly extensions?: readonly Extension[];
    start?(context: ClientContext): void;
  };
  readonly [mark]: true;
}

/**
 * Defines the client module of a manifest. Export the result from `client/index.ts`.
 *
 * @example export const streetsClient = defineClient(streets, { pages: { list: lazyPage(async () => (await import('./pages/list.tsx')).ListPage) } });
 */
export function defineClient<M extends Manifest>(manifest: M, module: ClientModule<M>): PluginClient {
  return Object.freeze({ manifest, module, [mark]: true as const });
}

/** Whether a value was returned by {@link defineClient}. */
export function isPluginClient(value: unknown): value is PluginClient {
  return typeof value === 'object' && value !== null && mark in value;
}
