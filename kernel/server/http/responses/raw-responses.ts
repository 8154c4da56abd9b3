import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { isOwnPath } from '#kernel/domain/values/own-path.ts';
import { contentDisposition } from './content-disposition.ts';

/** A response that no compiled serializer writes: bytes, lines or a file. */
export interface RawResponse {
  /** The schema of its content as JSON; null if it is never JSON. */
  readonly json: z.ZodType | null;
  /** Its other media types. */
  readonly types: readonly string[];
  /** The schema of each line if those types are lines of JSON; absent for bytes. */
  readonly line?: z.ZodType;
  /** Whether it has an ETag, so that 304 is possible. */
  readonly tagged?: true;
  /** Whether ranges of it can be requested. */
  readonly ranged?: true;
  /** Whether it is a page, which reports rate limits with another page. */
  readonly page?: true;
}

/** Creates the schema that a route declares for a raw response. */
export function declareRawResponse<Schema extends z.ZodType>(
  schema: Schema,
  rawResponse: RawResponse,
): Schema {
  return Object.assign(schema, { rawResponse });
}

/** Throws if a route sends a media type that its response does not declare, which would make the document wrong. */
export function assertDeclaredType(response: z.ZodType, mimetype: string): void {
  const { json = null, types = [] } = rawResponseOf(response) ?? {};
  if (types.includes(mimetype) || (json !== null && /^application\/json(;|$)/.test(mimetype))) return;
  throw new Error(`the route does not declare that it sends ${mimetype}`);
}

/** The argument of {@link declareRawResponse}; undefined for a response that is serialized by its schema. */
export function rawResponseOf(schema: z.ZodType & { rawResponse?: RawResponse }): RawResponse | undefined {
  return schema.rawResponse;
}

/** A redirect; its route declares {@link redirectSchema} as its response. */
export class Redirect {
  readonly location: string;

  /** A text must be a path of this site; another site needs a `URL`, which must never come from a request. */
  constructor(location: string | URL) {
    if (typeof location === 'string' && !isOwnPath(location)) {
      throw new Error('a redirect given as text must be a path of this site');
    }
    this.location = String(location);
  }
}

/** The response schema of a route that sends a {@link Redirect}. */
export const redirectSchema = declareRawResponse(z.instanceof(Redirect), { json: null, types: [] });

/** Redirects the browser with 303, so that it uses GET. */
export function sendRedirect(reply: FastifyReply, { location }: Redirect): FastifyReply {
  return reply.code(303).header('location', location).send();
}

const linesType = 'application/x-ndjson';

/** A response that is sent while it is generated: one line of JSON per value of `lines`. */
export class StreamedResponse {
  readonly lines: AsyncIterable<unknown>;

  /** If the client disconnects, `lines.return()` is called and must stop the work. */
  constructor(lines: AsyncIterable<unknown>) {
    this.lines = lines;
  }
}

/**
 * The response schema of a route that returns JSON, or a {@link StreamedResponse} of such lines to clients with
 * `application/x-ndjson` in `Accept`.
 */
export function jsonOrLines<ResponseSchema extends z.ZodType>(json: ResponseSchema, line: z.ZodType) {
  return declareRawResponse(z.union([json, z.instanceof(StreamedResponse)]), {
    json,
    types: [linesType],
    line,
  });
}

/** Sends lines as they are generated, with a header that keeps proxies from buffering them. */
export function sendStreamedResponse(reply: FastifyReply, { lines }: StreamedResponse): FastifyReply {
  void reply.headers({
    'content-type': `${linesType}; charset=utf-8`,
    'x-accel-buffering': 'no',
  });
  return reply.send(Readable.from(written(lines), { objectMode: false }));
}

async function* written(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** The parts of a {@link Download}. */
export interface DownloadParts {
  /** The file name for the client. */
  readonly name: string;
  readonly mimetype: string;
  /** The content, read as fast as the client receives it, and destroyed if the client disconnects. */
  readonly stream: Readable;
  /** The number of records, sent as `X-Total-Count` for progress bars. */
  readonly total?: number;
}

/**
 * A file that is sent while it is generated; its route declares a {@link downloadSchema} of its types as the response.
 */
export class Download implements DownloadParts {
  readonly name: string;
  readonly mimetype: string;
  readonly stream: Readable;
  readonly total?: number;

  constructor({ name, mimetype, stream, total }: DownloadParts) {
    this.name = name;
    this.mimetype = mimetype;
    this.stream = stream;
    if (total !== undefined) this.total = total;
  }
}

/** The response schema of a route that sends a {@link Download} of one of these media types, and of no other. */
export function downloadSchema(...types: readonly [string, ...string[]]): z.ZodType<Download, Download> {
  return declareRawResponse(z.instanceof(Download), { json: null, types });
}

/**
 * Sends a file while it is generated, if `response` declares its type. If generating fails, the connection is cut, so
 * that the client notices.
 */
export function sendDownload(reply: FastifyReply, download: Download, response: z.ZodType): FastifyReply {
  try {
    assertDeclaredType(response, download.mimetype);
  } catch (error) {
    download.stream.destroy();
    throw error;
  }
  void reply.headers({
    'content-type': download.mimetype,
    'content-disposition': contentDisposition(download.name, 'attachment'),
    ...(download.total === undefined ? {} : { 'x-total-count': String(download.total) }),
  });
  return reply.send(download.stream);
}

const htmlType = 'text/html; charset=utf-8';

/** The parts of a {@link HtmlPage}; the caller has to escape inserted texts. */
export interface HtmlPageParts {
  readonly status?: 200 | 429;
  readonly language: string;
  readonly title: string;
  /** The content of the page's style sheet. */
  readonly styles: string;
  /** The HTML of its body. */
  readonly body: string;
}

/** A page without scripts for people without an account, such as the target of a QR code. */
export class HtmlPage {
  readonly parts: HtmlPageParts;

  constructor(parts: HtmlPageParts) {
    this.parts = parts;
  }
}

/** The response schema of a route that returns JSON, or an {@link HtmlPage} to clients with `text/html` in `Accept`. */
export function jsonOrPage<ResponseSchema extends z.ZodType>(json: ResponseSchema) {
  return declareRawResponse(z.union([json, z.instanceof(HtmlPage)]), {
    json,
    types: [htmlType],
    page: true,
  });
}

/** The response schema of a route that returns an {@link HtmlPage}. */
export const htmlPageSchema = declareRawResponse(z.instanceof(HtmlPage), {
  json: null,
  types: [htmlType],
  page: true,
});

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Sends a page that may use its own styles and nothing else. */
export function sendHtmlPage(reply: FastifyReply, { parts }: HtmlPage): FastifyReply {
  const hash = createHash('sha256').update(parts.styles).digest('base64');
  void reply.code(parts.status ?? 200).headers({
    'content-type': htmlType,
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  return reply.send(
    `<!doctype html><html lang="${escapeHtml(parts.language)}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.title)}</title>` +
      `<style>${parts.styles}</style></head><body>${parts.body}</body></html>`,
  );
}
