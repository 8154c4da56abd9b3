import type { Manifest, Viewer } from '#kernel/contract/index.ts';
import type { ServerContext } from './context.ts';
import { eraseTypes } from './erase-types.ts';
import type { HookListener } from './hooks.ts';
import type { ApiRoute } from './route.ts';
import type { SearchProviders } from './search.ts';

/** The server module of a plugin. */
export type ServerModule<M extends Manifest = Manifest> = SearchProviders<M> & {
  readonly routes?: readonly ApiRoute[];
  readonly hooks?: readonly HookListener[];
  /** The manifest's capabilities that the current settings allow; absent: all of them. */
  capabilities?(context: ServerContext<M>): readonly string[];
  /** Whether a viewer may read a stored file; the first plugin that does not return null decides. */
  mayReadFile?(fileId: number, viewer: Viewer, context: ServerContext<M>): Promise<boolean | null>;
  /**
   * The widgets of this plugin, by name, and whether other sites may embed them now: the script
   * `/widgets/<name>.js` and the page `/widgets/<name>.html` are served while the plugin is on, and the page to the sites of
   * `allowedOrigins` alone.
   *
   * @example widgets: { 'komak-chat': ({ config }) => config.visitors }
   */
  readonly widgets?: Readonly<Record<string, (context: ServerContext<M>) => boolean>>;
  /** Seeds an empty database for a demonstration; deterministic. Runs in the order of `requires`. */
  seed?(context: ServerContext<M>): Promise<void>;
  start?(context: ServerContext<M>): Promise<void> | void;
  stop?(): Promise<void> | void;
};

const mark: unique symbol = Symbol.for('komak.server');

/** The server module of a plugin, made for each server, with its manifest; the kernel finds it by this type. */
export interface ServerPlugin {
  readonly manifest: Manifest;
  /** The module of one server. What it keeps in memory belongs to that server. */
  create(context: ServerContext): ServerModule;
  readonly [mark]: true;
}

/**
 * Ties the server module to its manifest. Export the result from `server/index.ts`. A plugin that keeps something in memory
 * gives a function, which is called once for each server, before `start`: what it creates is that server's own.
 *
 * @example
 * export const queueServer = defineServer(queue, (context) => {
 *   const cache = createCounterCache(context);
 *   return { routes: [listRoute(cache), change], start: cache.refresh };
 * });
 */
export function defineServer<M extends Manifest>(
  manifest: M,
  module: ServerModule<M> | ((context: ServerContext<M>) => ServerModule<M>),
): ServerPlugin {
  const create = typeof module === 'function' ? module : () => module;
  return Object.freeze({
    manifest,
    create: eraseTypes<ServerPlugin['create']>(create),
    [mark]: true as const,
  });
}

/** Whether a value came out of {@link defineServer}. */
export function isServerPlugin(value: unknown): value is ServerPlugin {
  return typeof value === 'object' && value !== null && mark in value;
}
