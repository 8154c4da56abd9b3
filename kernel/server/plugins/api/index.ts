import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type {
  Access,
  Area,
  ConfigOf,
  EventName,
  EventPayload,
  Hook,
  HookCaller,
  Manifest,
  RegisteredNotice,
  RegisteredRoute,
  SearchDeclaration,
  SearchesOf,
  SearchHit,
  StoredFile,
  Viewer,
} from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { PluginManager } from './plugin-manager.ts';
import type { Vault } from '../../installation/vault.ts';

export type { PluginReport, PluginManager, SwitchPlan } from './plugin-manager.ts';

/** A connection to the database; plugins add their tables with `withTables<…>()` or write SQL by hand. */
export type Database = Kysely<unknown>;

/** An open transaction. */
export type DatabaseTransaction = Transaction<unknown>;

/** A file that came with a request, checked and stored, its row written in the request's transaction. */
export interface IngestedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly format: string;
  readonly mimetype: string;
}

/** A file that came with a request and is kept in memory alone. */
export interface UploadedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** Whom a socket event reaches: those whom `access` lets in, and who reach the neighbourhood when one is named. */
export interface Audience {
  readonly access?: Access;
  readonly neighborhoodId?: number;
  readonly adminIds?: readonly number[];
  readonly exceptAdminId?: number;
}

/** What is written to the audit log, in the transaction of the change. Never a value of personal data: names of fields. */
export interface AuditEntry {
  /** `<plugin>.<thing>.<verb>`, for example `applications.status.change`. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What the kernel offers a plugin from its start on, and within each call. */
export interface ServerContext<M extends Manifest = Manifest> {
  readonly config: ConfigOf<M>;
  readonly timeZone: string;
  /** What the installation calls itself. */
  readonly deploymentName: string;
  /** Every page of the enabled plugins, and who may open it. */
  readonly pages: readonly RegisteredRoute[];
  /** Every permission of the enabled plugins, and whose it is. */
  readonly permissions: readonly { readonly permission: string; readonly plugin: string }[];
  /** Every type of notice of the enabled plugins. */
  readonly notices: readonly RegisteredNotice[];
  /** The installed plugins, and how to switch them; throws `unavailable` while the server starts. */
  readonly plugins: PluginManager;
  readonly log: Logger;
  /** Seals what the database must not tell whoever reads it. */
  readonly vault: Vault;
  /** The text of `namespace:dotted.key` in a language; for what the server itself writes, such as the headers of a sheet. */
  text(language: Language, key: string, params?: Readonly<Record<string, string | number>>): string;
  /** The pool: for reads, and for work outside of a call. */
  readonly database: Database;
  /** Runs work in one transaction; what is given to `afterCommit` within runs once it is durable. */
  transaction<Result>(work: (effects: Effects<M>) => Promise<Result>): Promise<Result>;
  /** Signs the address of a stored file for a session, 5 minutes long. */
  fileUrl(fileId: number, sessionId: number): string;
  /** Stores bytes of the server's own making, checked like an upload, the row written in the transaction. */
  keepFile(
    file: { name: string; mimetype: string; bytes: Buffer },
    adminId: number,
    database: DatabaseTransaction,
  ): Promise<IngestedFile>;
  /** Tells this plugin on every node, this one too, once the transaction is durable. */
  broadcastToNodes(database: DatabaseTransaction): Promise<void>;
  /** Calls `listener` when `tellNodes` was called on any node, and when that may have been missed, until the plugin stops. */
  onNodeMessage(listener: () => void): void;
  /** Runs `work` every so often, on one node at a time, until the plugin stops. */
  every(name: string, milliseconds: number, work: () => Promise<void>): void;
}

/** What a change may cause, all or nothing. */
export interface Effects<M extends Manifest = Manifest> {
  readonly database: DatabaseTransaction;
  audit(entry: AuditEntry): Promise<void>;
  /** Calls the plugins that listen to a hook, within this transaction. */
  readonly hooks: HookCaller;
  /** Sends a socket event once the transaction is durable. */
  emit<N extends EventName<M>>(event: N, payload: EventPayload<M, N>, audience: Audience): void;
  afterCommit(work: () => void | Promise<void>): void;
}

/** A cookie that no script reads and no other site sends along; a `maxAge` of 0 takes it away. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Seconds. */
  readonly maxAge: number;
}

/** One call of a route. In a mutation `database` is its transaction, which ends with the idempotency record. */
export interface Call<Params, Query, Body, M extends Manifest = Manifest> extends Effects<M> {
  /** Who calls. A route open to `anyone` must not read it without asking `viewerOrNull`. */
  readonly viewer: Viewer;
  readonly viewerOrNull: Viewer | null;
  readonly sessionId: number;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly files: readonly IngestedFile[];
  /** What came with a request whose route keeps no files. */
  readonly uploads: readonly UploadedFile[];
  readonly language: Language;
  /** Whether the caller names a form of the answer in `Accept`; JSON is what everyone gets else. */
  accepts(mimetype: string): boolean;
  readonly address: string;
  /** The header `User-Agent` as it came, at most 300 characters of it. */
  readonly userAgent: string;
  /**
   * The `updatedAt` of the version that was edited, of the header `If-Match`; null when the caller does not say. Of a route
   * that is `versioned` alone: to read it in another one throws.
   */
  readonly version: string | null;
  /** Scheme and host of the address that was asked. */
  readonly origin: string;
  /**
   * The site of the deployment's `allowedOrigins` from whose page the call comes, by its origin or by the pass of a
   * widget's page there; null for our own pages, and for everyone else. Throws `forbidden` for a pass that is not valid
   * (any more): the widget then loads its page again.
   */
  readonly site: string | null;
  /** The value of a cookie that {@link Call.setCookie} has laid; null without one. */
  cookie(name: string): string | null;
  /** Lays a cookie for our own server alone. */
  setCookie(cookie: Cookie): void;
  readonly context: ServerContext<M>;
  /** The wire form of stored files, with addresses signed for this session. */
  present(file: Omit<StoredFile, 'url'>): StoredFile;
}

/** A route of the API, declared once: who may, what comes in, what is done, what goes out. */
export interface ApiRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  M extends Manifest = Manifest,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to `/api/uz`, without a slash in front: `applications/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  /** Unknown keys are refused: a strict object. */
  readonly body?: Body;
  /**
   * Takes `multipart/form-data`: the fields become the body, the repeated field `files` becomes `files`; with `keep: false`
   * nothing is stored or checked, and the bytes are handed over as `uploads`. Fewer than `minFiles` are a 422.
   */
  readonly upload?: {
    readonly minFiles?: number;
    readonly maxFiles: number;
    readonly maxBytes: number;
    readonly keep?: false;
  };
  /** The caller may say which version he edited: `handle` looks at `call.version`, as `assertVersion` does. */
  readonly versioned?: true;
  /** Pages of other sites and of widgets may call it: `handle` looks at `call.site`. Only for what is open to `anyone`. */
  readonly embedded?: true;
  /** What leaves: fields that are not named here do not. A {@link Download} is declared by `downloadOf`. */
  readonly response: Answer;
  readonly status?: 200 | 201;
  /** Reads run outside of a transaction, mutations within one; `false` leaves it to the handler (sign-in does). */
  readonly transaction?: boolean;
  handle(
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>, M>,
  ): Promise<z.input<Answer>> | z.input<Answer>;
}

/**
 * Declares a route; exists for the inference of its types. One that emits events or reads settings is made by
 * {@link routesOf} its manifest.
 */
export function route<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(definition: ApiRoute<Params, Query, Body, Answer>): ApiRoute {
  return definition as unknown as ApiRoute;
}

/**
 * The {@link route} of a plugin: its calls emit the events of the manifest and read its settings.
 *
 * @example const route = routesOf(streets);
 */
export function routesOf<M extends Manifest>(_manifest: M) {
  return function routeOf<
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    Answer extends z.ZodType = z.ZodType,
  >(definition: ApiRoute<Params, Query, Body, Answer, M>): ApiRoute {
    return definition as unknown as ApiRoute;
  };
}

/** Joins a hook; made by {@link onHook}. */
export interface HookListener {
  readonly hook: string;
  readonly listen: (payload: unknown, effects: Effects, context: ServerContext) => Promise<void>;
}

/**
 * Runs in the transaction in which the hook is told; throwing undoes the change. A hook may be told by any plugin, and what
 * the listener emits are events of its own: one that does is made by {@link hooksOf} its manifest.
 */
export function onHook<Payload>(
  hook: Hook<Payload>,
  listen: (payload: NoInfer<Payload>, effects: Effects, context: ServerContext) => Promise<void>,
): HookListener {
  return {
    hook: hook.id,
    listen: (payload, effects, context) => listen(payload as Payload, effects, context),
  };
}

/** The {@link onHook} of a plugin: its listeners emit the events of the manifest and read its settings. */
export function hooksOf<M extends Manifest>(_manifest: M) {
  return function onHookOf<Payload>(
    hook: Hook<Payload>,
    listen: (payload: NoInfer<Payload>, effects: Effects<M>, context: ServerContext<M>) => Promise<void>,
  ): HookListener {
    return onHook(hook, listen as never);
  };
}

/** How something is looked for; finders of things of neighbourhoods are handed the area to look in. */
export type SearchCall<Where extends SearchDeclaration['area'] = 'none'> = {
  readonly language: Language;
  readonly context: ServerContext;
  /** Aborted when nobody waits any longer: what has not begun need not begin. */
  readonly signal: AbortSignal;
} & (Where extends 'own' ? { readonly area: Area } : unknown);

/** Finds the things of one kind for the search of the top bar; who may ask, and where, the kernel has seen to. */
export interface SearchProvider<Where extends SearchDeclaration['area'] = SearchDeclaration['area']> {
  /** The best ones first, at most `limit`: one more than is shown tells that there are others. */
  find(text: string, call: SearchCall<Where> & { readonly limit: number }): Promise<readonly SearchHit[]>;
  /** Those of these ids that are there for whoever asks, in any order: for what somebody opened lately. */
  findByIds(ids: readonly number[], call: SearchCall<Where>): Promise<readonly SearchHit[]>;
}

/** A finder for every declared search, with the area that it declares: one too few or one too many does not compile. */
type Finders<M extends Manifest> = Manifest extends M
  ? { readonly search?: Readonly<Record<string, SearchProvider>> }
  : M extends { search: object }
    ? { readonly search: { readonly [K in keyof SearchesOf<M>]: SearchProvider<SearchesOf<M>[K]> } }
    : { readonly search?: Readonly<Record<string, never>> };

/** The server module of a plugin. */
export type ServerModule<M extends Manifest = Manifest> = Finders<M> & {
  /** Folder of `NNN-name.sql` files, applied in the order of their names, once each. */
  readonly migrations?: URL;
  readonly routes?: readonly ApiRoute[];
  readonly hooks?: readonly HookListener[];
  /** Those of the manifest's capabilities that are there with the settings of the moment; all, when it is absent. */
  capabilities?(context: ServerContext<M>): readonly string[];
  /** May a session read this stored file? Asked when a file is served; the first plugin that knows it decides. */
  mayReadFile?(fileId: number, viewer: Viewer, context: ServerContext<M>): Promise<boolean | null>;
  /**
   * The widgets that this plugin answers for, by name, and whether sites may have them now: the script
   * `/widgets/<name>.js` and the page `/widgets/<name>.html` are served while the plugin is on, and the page to the sites of
   * `allowedOrigins` alone.
   *
   * @example widgets: { 'komak-chat': ({ config }) => config.visitors }
   */
  readonly widgets?: Readonly<Record<string, (context: ServerContext<M>) => boolean>>;
  /** Fills an empty database for a demonstration; deterministic. Runs in the order of `requires`. */
  seed?(context: ServerContext<M>): Promise<void>;
  start?(context: ServerContext<M>): Promise<void> | void;
  stop?(): Promise<void> | void;
};

const mark: unique symbol = Symbol.for('komak.server');

/** A server module with its manifest; the kernel finds it by this type. */
export interface ServerPlugin {
  readonly manifest: Manifest;
  readonly module: ServerModule;
  readonly [mark]: true;
}

/** Ties the server module to its manifest. Export the result from `server/index.ts`. */
export function defineServer<M extends Manifest>(manifest: M, module: ServerModule<M>): ServerPlugin {
  return Object.freeze({ manifest, module: module as unknown as ServerModule, [mark]: true as const });
}

/** Whether a value came out of {@link defineServer}. */
export function isServerPlugin(value: unknown): value is ServerPlugin {
  return typeof value === 'object' && value !== null && mark in value;
}
