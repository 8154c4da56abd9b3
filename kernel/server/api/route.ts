import type { z } from 'zod';
import type { Access, Manifest, StoredFile, Viewer } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { ServerContext } from './context.ts';
import type { Effects, IngestedFile, UploadedFile } from './effects.ts';

/** An `HttpOnly`, same-site cookie; a `maxAge` of 0 deletes it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The path without HTTPS; over HTTPS the cookie is bound to the host (`__Host-`) and sent to all paths. */
  readonly path: string;
  /** Seconds. */
  readonly maxAge: number;
}

/** A call before its body is read. */
export interface Arrival<M extends Manifest = Manifest> {
  readonly address: string;
  /** Like {@link Call.site}. */
  readonly site: string | null;
  /** Like {@link Call.header}. */
  header(name: string): string | null;
  readonly context: ServerContext<M>;
}

/** A header that a route reads. */
export interface HeaderDeclaration {
  readonly description: string;
  readonly required?: boolean;
}

/** One call of a route. In a mutation, `database` is its transaction, which ends with the idempotency record. */
export interface Call<Params, Query, Body, M extends Manifest = Manifest> extends Effects<M> {
  /** The caller. A route open to `anyone` reads `viewerOrNull` instead. */
  readonly viewer: Viewer;
  readonly viewerOrNull: Viewer | null;
  readonly sessionId: number;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly files: readonly IngestedFile[];
  /** Files sent to a route with `keep: false`, which are not stored. */
  readonly uploads: readonly UploadedFile[];
  readonly language: Language;
  /** Whether `Accept` names a media type explicitly; the default is JSON. */
  accepts(mimetype: string): boolean;
  readonly address: string;
  /** The `User-Agent` header, at most 300 characters. */
  readonly userAgent: string;
  /**
   * The `updatedAt` of the edited version, from `If-Match`; null if the caller sends none. Throws in routes without
   * `versioned`.
   */
  readonly version: string | null;
  /**
   * The value of a header that the route declares, by name in lower case; null if absent. Throws for undeclared names.
   */
  header(name: string): string | null;
  /** Scheme and host of this deployment (`KOMAK_URL`); in development those of the request. */
  readonly origin: string;
  /**
   * The site in `allowedOrigins` whose page makes the call, known by its origin or by the embed token of a widget's
   * page there; null for our own pages and all other callers. Throws `forbidden` for an invalid or expired token; the
   * widget then reloads its page.
   */
  readonly site: string | null;
  /** The value of a cookie that {@link Call.setCookie} has set; null if there is none. */
  cookie(name: string): string | null;
  /** Sets a cookie that is sent only to this server. */
  setCookie(cookie: Cookie): void;
  readonly context: ServerContext<M>;
  /** Converts a stored file to its response fields, with an address signed for this session. */
  present(file: Omit<StoredFile, 'url'>): StoredFile;
}

/** A route of the API: its access, parameters, handler and response. */
export interface ApiRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  ResponseSchema extends z.ZodType = z.ZodType,
  M extends Manifest = Manifest,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path relative to `/api/uz`, without a leading slash: `applications/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  /** The schema of the body, a strict object: unknown keys are rejected. */
  readonly body?: Body;
  /**
   * Accepts `multipart/form-data`: its fields become the body, the repeated field `files` becomes `files`. With `keep:
   * false` nothing is stored or checked, and the bytes are passed as `uploads`. Fewer than `minFiles` give 422.
   */
  readonly upload?: {
    readonly minFiles?: number;
    readonly maxFiles: number;
    readonly maxBytes: number;
    readonly keep?: false;
  };
  /** The maximum size of a JSON body in bytes, if a megabyte is too small. */
  readonly maxBodyBytes?: number;
  /** Whether callers may send the edited version: `handle` checks `call.version`, like `assertVersion`. */
  readonly versioned?: true;
  /** The headers that it reads, by name in lower case; listed in the API document and read with `call.header`. */
  readonly headers?: Readonly<Record<string, HeaderDeclaration>>;
  /** Runs before the body is read, to reject calls cheaply: by a key, a limit or a ticket. */
  admit?(arrival: Arrival<M>): Promise<void> | void;
  /** For mutations: runs after the body is read and before the transaction, to reject calls without opening one. */
  beforeTransaction?(arrival: Arrival<M> & { readonly body: z.output<Body> }): Promise<void> | void;
  /** Whether pages of other sites and of widgets may call it; `handle` checks `call.site`. Only for access `anyone`. */
  readonly embedded?: true;
  /** The schema of the response; other fields are not sent. A {@link Download} is declared with `downloadSchema`. */
  readonly response: ResponseSchema;
  readonly status?: 200 | 201;
  /** Descriptions of errors by status, for the API document; 429 and 503 include `Retry-After`. */
  readonly errors?: Readonly<Record<number, string>>;
  /**
   * The action of the audit entry that the call writes for unmasked personal values. Without it, the kernel masks the fields
   * of the response by their kinds (`personal`); with it, they are not masked.
   */
  readonly clear?: string;
  /**
   * For expensive reads such as statistics: `handle` may get a replica as `database` (also in queries to other
   * plugins), which has replayed all earlier writes, and may be called again if that fails. It must have no effects and
   * fill no cache.
   */
  readonly replica?: true;
  /** The response contains a secret, such as a new key: it is encrypted where it is stored for repeated calls. */
  readonly secret?: true;
  /**
   * Reads run outside of a transaction, mutations within one; with `false`, the handler opens its own if needed (as for
   * the sign-in).
   */
  readonly transaction?: boolean;
  handle(
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>, M>,
  ): Promise<z.input<ResponseSchema>> | z.input<ResponseSchema>;
}

/** A call that this server makes to other hosts, for the API document. */
export interface WebhookDeclaration {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** The headers by name in lower case; all are always sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: z.ZodType;
  /** The responses of the receiver, by status or `default`, and their effects. */
  readonly responses: Readonly<Record<string, string>>;
}

/** Declares a route, for type inference. A route that emits events or reads settings is created by {@link routesOf}. */
export function route<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  ResponseSchema extends z.ZodType = z.ZodType,
>(definition: ApiRoute<Params, Query, Body, ResponseSchema>): ApiRoute {
  return definition;
}

/**
 * The {@link route} function of a plugin: its calls emit events of the manifest and read the plugin's settings.
 *
 * @example const route = routesOf(streets);
 */
export function routesOf<M extends Manifest>(_manifest: M) {
  return function routeOf<
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    ResponseSchema extends z.ZodType = z.ZodType,
  >(definition: ApiRoute<Params, Query, Body, ResponseSchema, M>): ApiRoute {
    return definition;
  };
}
