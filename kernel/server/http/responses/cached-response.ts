import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptedValues } from './accepted-values.ts';
import { declareRawResponse, assertDeclaredType } from './raw-responses.ts';

/** A response that was made before it was requested: bytes as they are sent, the same for many clients. */
export class CachedResponse {
  readonly mimetype: string;
  readonly bytes: Buffer;
  /** Identifies these bytes; a browser that has them gets a 304. */
  readonly etag: string;
  readonly #encoded: ReadonlyMap<string, Buffer>;

  constructor(mimetype: string, bytes: Buffer, encoded: ReadonlyMap<string, Buffer> = new Map()) {
    this.mimetype = mimetype;
    this.bytes = bytes;
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    this.#encoded = encoded;
  }

  /** Creates a response, compressed where that is worth it. */
  static async of(mimetype: string, bytes: Buffer): Promise<CachedResponse> {
    if (bytes.length < minCompressedBytes) return new CachedResponse(mimetype, bytes);
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      promisify(gzip)(bytes),
    ]);
    return new CachedResponse(
      mimetype,
      bytes,
      new Map([
        ['br', brotli],
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

/** The response schema of a route that sends a {@link CachedResponse}; `json` describes its content when it is JSON. */
export function cachedResponseSchema(
  json: z.ZodType,
  ...types: readonly string[]
): z.ZodType<CachedResponse, CachedResponse> {
  return declareRawResponse(z.instanceof(CachedResponse), { json, types, tagged: true });
}

/** Sends a cached response, or 304 to a client that has it. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
  answer: z.ZodType,
): FastifyReply {
  assertDeclaredType(answer, cached.mimetype);
  const known = request.headers['if-none-match'];
  void reply.headers({
    etag: cached.etag,
    // Requested each time, since rights and data change; what did not change is not sent again.
    'cache-control': 'private, no-cache',
    vary: 'Accept, Accept-Encoding, Authorization',
  });
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === cached.etag))
    return reply.code(304).send();
  const { encoding, bytes } = cached.encodedFor(request.headers['accept-encoding'] ?? '');
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.code(200).type(cached.mimetype).send(bytes);
}
