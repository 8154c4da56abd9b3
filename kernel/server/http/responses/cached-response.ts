import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptedValues } from './accepted-values.ts';
import { declareRawResponse, assertDeclaredType } from './raw-responses.ts';

/** A response created before it is requested: encoded bytes, the same for many clients. */
export class CachedResponse {
  readonly mimetype: string;
  readonly bytes: Buffer;
  /** Identifies these bytes; a browser that has them gets 304. */
  readonly etag: string;
  readonly #encoded: ReadonlyMap<string, Buffer>;

  constructor(mimetype: string, bytes: Buffer, encoded: ReadonlyMap<string, Buffer> = new Map()) {
    this.mimetype = mimetype;
    this.bytes = bytes;
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    this.#encoded = encoded;
  }

  /** Creates a response, compressed if that pays off. */
  static async of(mimetype: string, bytes: Buffer): Promise<CachedResponse> {
    if (bytes.length < minCompressedBytes) return new CachedResponse(mimetype, bytes);
    const [br, zipped] = await Promise.all([compressors.br.well(bytes), compressors.gzip.well(bytes)]);
    return new CachedResponse(
      mimetype,
      bytes,
      new Map([
        ['br', br],
        ['gzip', zipped],
      ]),
    );
  }

  /** The bytes in the best encoding that the client accepts. */
  encodedFor(accepted: string): { encoding: string | null; bytes: Buffer } {
    const values = acceptedValues(accepted);
    for (const [encoding, bytes] of this.#encoded) {
      if (values.includes(encoding)) return { encoding, bytes };
    }
    return { encoding: null, bytes: this.bytes };
  }
}

const minCompressedBytes = 1024;

/** In order of preference. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

function bestOf(accepted: string): Encoding | undefined {
  const values = acceptedValues(accepted);
  return encodings.find((encoding) => values.includes(encoding));
}

const brotli = (quality: number) => (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/**
 * For two megabytes of columns, fast brotli takes 15 ms, good brotli five times as long for a fifth less; gzip takes
 * longer.
 */
const compressors: Readonly<
  Record<Encoding, Readonly<Record<'quickly' | 'well', (bytes: Buffer) => Promise<Buffer>>>>
> = {
  br: { quickly: brotli(2), well: brotli(5) },
  gzip: {
    quickly: (bytes) => promisify(gzip)(bytes, { level: 1 }),
    well: (bytes) => promisify(gzip)(bytes),
  },
};

/** Compresses bytes for a waiting client; null if the client accepts none of our encodings. */
export async function compressQuickly(
  bytes: Buffer,
  accepted: string,
): Promise<{ encoding: string; bytes: Buffer } | null> {
  const encoding = bestOf(accepted);
  return encoding === undefined ? null : { encoding, bytes: await compressors[encoding].quickly(bytes) };
}

/** A cached response that changes often: compressed quickly when requested, and better later. */
export class LazyCachedResponse extends CachedResponse {
  readonly #encoded = new Map<Encoding, Buffer>();
  /** The pending quick compressions, for which clients wait. */
  readonly #pending = new Map<Encoding, Promise<void>>();

  /** Compresses well, in the encoding of browsers, if that pays off. */
  async compress(): Promise<void> {
    if (this.bytes.length < minCompressedBytes) return;
    this.#encoded.set('br', await compressors.br.well(this.bytes));
  }

  /** Compresses quickly for these encodings, unless it is compressed already. */
  async compressFor(accepted: string): Promise<void> {
    const encoding = bestOf(accepted);
    if (encoding === undefined || this.#encoded.has(encoding) || this.bytes.length < minCompressedBytes)
      return;
    let pending = this.#pending.get(encoding);
    if (!pending) {
      pending = compressors[encoding].quickly(this.bytes).then((bytes) => {
        if (!this.#encoded.has(encoding)) this.#encoded.set(encoding, bytes);
      });
      this.#pending.set(encoding, pending);
    }
    await pending;
  }

  override encodedFor(accepted: string): { encoding: string | null; bytes: Buffer } {
    const encoding = bestOf(accepted);
    const bytes = encoding && this.#encoded.get(encoding);
    return bytes ? { encoding, bytes } : { encoding: null, bytes: this.bytes };
  }
}

/** The response schema of a route that sends a {@link CachedResponse}; `json` describes its content if it is JSON. */
export function cachedResponseSchema(
  json: z.ZodType,
  ...types: readonly string[]
): z.ZodType<CachedResponse, CachedResponse> {
  return declareRawResponse(z.instanceof(CachedResponse), { json, types, tagged: true });
}

/** Sends a cached response, or 304 to a client that has it. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
  response: z.ZodType,
): Promise<FastifyReply> {
  assertDeclaredType(response, cached.mimetype);
  const known = request.headers['if-none-match'];
  void reply.headers({
    etag: cached.etag,
    // Revalidated each time, since rights and data change; unchanged bytes are not sent again.
    'cache-control': 'private, no-cache',
    vary: 'Accept, Accept-Encoding, Authorization',
  });
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === cached.etag))
    return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (cached instanceof LazyCachedResponse) await cached.compressFor(accepted);
  const { encoding, bytes } = cached.encodedFor(accepted);
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.code(200).type(cached.mimetype).send(bytes);
}
