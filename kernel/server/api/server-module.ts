import type {
  Area,
  Manifest,
  SearchDeclaration,
  SearchesOf,
  SearchHit,
  Viewer,
} from '#kernel/contract/index.ts';
import type { ServerContext } from './context.ts';
import { eraseTypes } from './erase-types.ts';
import type { TrackedTable } from './history.ts';
import type { HookListener } from './hooks.ts';
import type { ApiRoute, WebhookDeclaration } from './route.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/** How the people of a demonstration sign in. */
export interface DemoLogins {
  readonly password: string;
  /** Each login with what it may do, in English. */
  readonly logins: Readonly<Record<string, string>>;
  /** The key of the text that says on the sign-in page who a login is; one without is not offered there. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** The server module of a plugin. */
export type ServerModule<M extends Manifest = Manifest> = SearchProviders<M> & {
  readonly routes?: readonly ApiRoute[];
  readonly hooks?: readonly HookListener[];
  /** Tables whose changes are kept; `recordHistory` makes one of a declared record, with the calls that read it. */
  readonly history?: readonly TrackedTable[];
  /** Calls that the plugin makes to addresses of others, for the API document. */
  readonly webhooks?: readonly WebhookDeclaration[];
  /** The manifest's capabilities that the current settings allow; absent: all of them. */
  capabilities?(context: ServerContext<M>): readonly string[];
  /** Whether a viewer may read a stored file; the first plugin that does not return null decides. */
  mayReadFile?(fileId: number, viewer: Viewer, context: ServerContext<M>): Promise<boolean | null>;
  /**
   * Things of this plugin of which those who have one open know of each other, and whether a viewer may open one. Browsers name
   * them `<plugin>.<kind>`.
   *
   * @example presence: { application: (id, viewer) => mayOpen(id, viewer) }
   */
  readonly presence?: Readonly<
    Record<string, (id: number, viewer: Viewer, context: ServerContext<M>) => Promise<boolean>>
  >;
  /**
   * The widgets of this plugin, by name, and whether other sites may embed them now: the script
   * `/widgets/<name>.js` and the page `/widgets/<name>.html` are served while the plugin is on, and the page to the sites of
   * `allowedOrigins` alone.
   *
   * @example widgets: { 'komak-chat': ({ config }) => config.visitors }
   */
  readonly widgets?: Readonly<Record<string, (context: ServerContext<M>) => boolean>>;
  /**
   * Pages of this deployment itself that show nothing but a widget of this plugin, by their paths. Without them no page of
   * ours may embed it.
   *
   * @example widgetPages: { '/apply': { widget: 'komak-apply', title: 'intake:page.title' } }
   */
  readonly widgetPages?: Readonly<Record<string, { readonly widget: string; readonly title: string }>>;
  /** Seeds an empty database for a demonstration; deterministic. Runs in the order of `requires`. */
  seed?(context: ServerContext<M>): Promise<void>;
  /** The sign-ins of a demonstration, which the start of one prints; all have one password. */
  readonly demoLogins?: DemoLogins;
  /** The file of a PMTiles archive: a map of the demonstration's place, which maps of a demonstration show. */
  readonly demoBasemap?: URL;
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

/** The circumstances of a search; searches for things of neighbourhoods get the area to look in. */
export type SearchCall<Where extends SearchDeclaration['area'] = 'none'> = {
  readonly language: Language;
  readonly context: ServerContext;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
} & (Where extends 'own' ? { readonly area: Area } : unknown);

/** Finds things of one kind for the search of the top bar; the kernel has checked access and area. */
export interface SearchProvider<Where extends SearchDeclaration['area'] = SearchDeclaration['area']> {
  /** The best ones first, at most `limit`, which is one more than is shown. */
  find(text: string, call: SearchCall<Where> & { readonly limit: number }): Promise<readonly SearchHit[]>;
  /** The things with these ids that the caller may read, in any order; for recently opened things. */
  findByIds(ids: readonly number[], call: SearchCall<Where>): Promise<readonly SearchHit[]>;
}

/** A provider for every search that the manifest declares; a missing or an undeclared one does not compile. */
export type SearchProviders<M extends Manifest> = Manifest extends M
  ? { readonly search?: Readonly<Record<string, SearchProvider>> }
  : M extends { search: object }
    ? { readonly search: { readonly [K in keyof SearchesOf<M>]: SearchProvider<SearchesOf<M>[K]> } }
    : { readonly search?: Readonly<Record<string, never>> };
