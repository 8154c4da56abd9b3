import type {
  Area,
  Manifest,
  SearchDeclaration,
  SearchesOf,
  SearchHit,
  Viewer,
} from '#kernel/contract/index.ts';
import type { ServerContext } from './context.ts';
import type { TrackedTable } from './history.ts';
import type { HookListener } from './hooks.ts';
import type { ApiRoute, WebhookDeclaration } from './route.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/** The logins of the demonstration. */
export interface DemoLogins {
  readonly password: string;
  /** Each login with a description of its rights, in English. */
  readonly logins: Readonly<Record<string, string>>;
  /** The text key of each login on the sign-in page; logins without one are not offered there. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** The server module of a plugin. */
export type ServerModule<M extends Manifest = Manifest> = SearchProviders<M> & {
  readonly routes?: readonly ApiRoute[];
  readonly hooks?: readonly HookListener[];
  /** The tables whose changes are stored; `recordHistory` creates them for a declared record, with the calls. */
  readonly history?: readonly TrackedTable[];
  /** Calls that the plugin makes to other hosts, for the API document. */
  readonly webhooks?: readonly WebhookDeclaration[];
  /** Returns the manifest's capabilities that the current settings allow; default: all. */
  capabilities?(context: ServerContext<M>): readonly string[];
  /** Whether a viewer may read a stored file; the first plugin that does not return null decides. */
  mayReadFile?(fileId: number, viewer: Viewer, context: ServerContext<M>): Promise<boolean | null>;
  /**
   * The kinds of records with presence: users who have the same record open see each other. The function checks whether a
   * user may open it. Browsers name the kinds `<plugin>.<kind>`.
   *
   * @example presence: { application: (id, viewer) => mayOpen(id, viewer) }
   */
  readonly presence?: Readonly<
    Record<string, (id: number, viewer: Viewer, context: ServerContext<M>) => Promise<boolean>>
  >;
  /**
   * The widgets of this plugin, by name, and whether other sites may embed them: the script `/widgets/<name>.js` and the
   * page `/widgets/<name>.html` are served while the plugin is enabled, the page only to sites of `allowedOrigins`.
   *
   * @example widgets: { 'komak-chat': ({ config }) => config.visitors }
   */
  readonly widgets?: Readonly<Record<string, (context: ServerContext<M>) => boolean>>;
  /**
   * Pages of this deployment that only show a widget of this plugin, by their paths.
   *
   * @example widgetPages: { '/apply': { widget: 'komak-apply', title: 'intake:page.title' } }
   */
  readonly widgetPages?: Readonly<Record<string, { readonly widget: string; readonly title: string }>>;
  /** Seeds an empty database for the demonstration, deterministically. Runs in the order of `requires`. */
  seed?(context: ServerContext<M>): Promise<void>;
  /**
   * Loads the logins of the demonstration, which share a password and are printed at its start. Not called in other
   * installations.
   */
  demoLogins?(): Promise<DemoLogins>;
  /** The PMTiles archive with the basemap of the demonstration. */
  readonly demoBasemap?: URL;
  start?(context: ServerContext<M>): Promise<void> | void;
  stop?(): Promise<void> | void;
};

const mark: unique symbol = Symbol.for('komak.server');

/** A server module with its manifest; the kernel finds it by this type. */
export interface ServerPlugin {
  readonly manifest: Manifest;
  /** Creates the module of one server, with its state. */
  create(context: ServerContext): ServerModule;
  readonly [mark]: true;
}

/**
 * Defines the server module of a manifest. Export the result from `server/index.ts`. A plugin with state in memory passes a
 * function, which is called once for each server, before `start`, and creates that server's state.
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
    create,
    [mark]: true as const,
  });
}

/** Whether a value was returned by {@link defineServer}. */
export function isServerPlugin(value: unknown): value is ServerPlugin {
  return typeof value === 'object' && value !== null && mark in value;
}

/** The context of a search; searches with area `own` also get the caller's area. */
export type SearchCall<Where extends SearchDeclaration['area'] = 'none'> = {
  readonly language: Language;
  readonly context: ServerContext;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
} & (Where extends 'own' ? { readonly area: Area } : unknown);

/** Searches records of one kind for the top bar; the kernel has checked access. */
export interface SearchProvider<Where extends SearchDeclaration['area'] = SearchDeclaration['area']> {
  /** Returns the best hits first, at most `limit`, which is one more than is shown. */
  find(text: string, call: SearchCall<Where> & { readonly limit: number }): Promise<readonly SearchHit[]>;
  /** Returns the records with these ids that the caller may read, in any order; for recently opened records. */
  findByIds(ids: readonly number[], call: SearchCall<Where>): Promise<readonly SearchHit[]>;
}

/** A provider for every search in the manifest; a missing or undeclared one does not compile. */
export type SearchProviders<M extends Manifest> = Manifest extends M
  ? { readonly search?: Readonly<Record<string, SearchProvider>> }
  : M extends { search: object }
    ? { readonly search: { readonly [K in keyof SearchesOf<M>]: SearchProvider<SearchesOf<M>[K]> } }
    : { readonly search?: Readonly<Record<string, never>> };
