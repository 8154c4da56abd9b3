import type { z } from 'zod';
import type { Access, Manifest, StoredFile, Viewer } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { ServerContext } from './context.ts';
import { eraseTypes } from './erase-types.ts';
import type { Effects, IngestedFile, UploadedFile } from './effects.ts';

/** A cookie that no script reads and no other site sends along; a `maxAge` of 0 takes it away. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Where it is sent without https; over https it is bound to the host, and sent to all of it. */
  readonly path: string;
  /** Seconds. */
  readonly maxAge: number;
}

/** What is known of a call before its body is read. */
export interface Arrival<M extends Manifest = Manifest> {
  readonly address: string;
  /** As {@link Call.site}. */
  readonly site: string | null;
  /** As {@link Call.header}. */
  header(name: string): string | null;
  readonly context: ServerContext<M>;
}

/** A header that a route reads. */
export interface HeaderDeclaration {
  readonly description: string;
  readonly required?: boolean;
}

/** One call of a route. In a mutation `database` is its transaction, which ends with the idempotency record. */
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
  /** Whether the caller names a media type in `Accept`; the default is JSON. */
  accepts(mimetype: string): boolean;
  readonly address: string;
  /** The header `User-Agent` as it came, at most 300 characters of it. */
  readonly userAgent: string;
  /**
   * The `updatedAt` of the version that was edited, of the header `If-Match`; null when the caller does not say. Of a route
   * that is `versioned` alone: to read it in another one throws.
   */
  readonly version: string | null;
  /** The value of a header that the route declares, in small letters; null without it. Any other name throws. */
  header(name: string): string | null;
  /** Scheme and host of this deployment (`KOMAK_URL`); in development those of the request. */
  readonly origin: string;
  /**
   * The site of the deployment's `allowedOrigins` from whose page the call comes, by its origin or by the embed token of a
   * widget's page there; null for our own pages, and for everyone else. Throws `forbidden` for a token that is not valid
   * (any more): the widget then loads its page again.
   */
  readonly site: string | null;
  /** The value of a cookie that {@link Call.setCookie} has set; null without one. */
  cookie(name: string): string | null;
  /** Sets a cookie for our own server alone. */
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
  /** How long a body of JSON may be, where a megabyte is too little. */
  readonly maxBodyBytes?: number;
  /** The caller may name the version that was edited: `handle` checks `call.version`, as `assertVersion` does. */
  readonly versioned?: true;
  /** Headers of its own, by their names in small letters; the API document names them, and `call.header` reads them. */
  readonly headers?: Readonly<Record<string, HeaderDeclaration>>;
  /** Runs before the body is read, so that whom it refuses costs nothing more: by a key, a limit, a ticket. */
  admit?(arrival: Arrival<M>): Promise<void> | void;
  /** Of a mutation: runs once the body is read, before the transaction, so that whom it refuses costs none. */
  beforeTransaction?(arrival: Arrival<M> & { readonly body: z.output<Body> }): Promise<void> | void;
  /** Pages of other sites and of widgets may call it: `handle` looks at `call.site`. Only for what is open to `anyone`. */
  readonly embedded?: true;
  /** The schema of the response: other fields are not sent. A {@link Download} is declared by `downloadOf`. */
  readonly response: Answer;
  readonly status?: 200 | 201;
  /** Why it may be refused, by status, for the person who reads the API document; a 429 and a 503 come with `Retry-After`. */
  readonly errors?: Readonly<Record<number, string>>;
  /**
   * The action of the audit entry that the call makes for giving personal values in the clear. Without it the kernel masks the
   * fields of the response by their kinds (`personal`); with it they leave as the handler gives them.
   */
  readonly clear?: string;
  /**
   * Of a read that is worth a question to the primary, such as statistics: `handle` may be given a replica as `database` (also in
   * the queries to other plugins), which has all that was written before, and be called again where that fails. It has no effects,
   * and fills no cache.
   */
  readonly replica?: true;
  /** Reads run outside of a transaction, mutations within one; `false` leaves it to the handler (sign-in does). */
  readonly transaction?: boolean;
  handle(
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>, M>,
  ): Promise<z.input<Answer>> | z.input<Answer>;
}

/** A call that this server makes to addresses of others, as the API document names it. */
export interface WebhookDeclaration {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** By their names in small letters; each is always sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: z.ZodType;
  /** What the receiver answers, by status or `default`, and what follows from it. */
  readonly responses: Readonly<Record<string, string>>;
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
  return eraseTypes(definition);
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
    return eraseTypes(definition);
  };
}
