import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptedValues } from './accepted-values.ts';
import { declareRawResponse, assertDeclaredType } from './raw-responses.ts';

/** An answer that was made before it was asked for: bytes as they go over the wire, the same for many. */
export class CachedResponse {
  readonly mimetype: string;
  readonly bytes: Buffer;
  /** Names these very bytes; a browser that has them gets a 304. */
  readonly etag: string;
  readonly #encoded: ReadonlyMap<string, Buffer>;

  constructor(mimetype: string, bytes: Buffer, encoded: ReadonlyMap<string, Buffer> = new Map()) {
    this.mimetype = mimetype;
    this.bytes = bytes;
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    this.#encoded = encoded;
  }

  /** Keeps bytes, compressed where that is worth it. */
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

  /** The bytes in the best of the encodings that a caller understands. */
  encodedFor(accepted: string): { encoding: string | null; bytes: Buffer } {
    const values = acceptedValues(accepted);
    for (const [encoding, bytes] of this.#encoded) {
      if (values.includes(encoding)) return { encoding, bytes };
    }
    return { encoding: null, bytes: this.bytes };
  }
}

const minCompressedBytes = 1024;

/** The answer of a route that sends {@link CachedResponse} bytes: `json` says what is in them when they are JSON. */
export function cachedResponseSchema(
  json: z.ZodType,
  ...types: readonly string[]
): z.ZodType<CachedResponse, CachedResponse> {
  return declareRawResponse(z.instanceof(CachedResponse), { json, types, tagged: true });
}

/** Sends what is kept, if `answer` names its type, or says that the caller has it already. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: CachedResponse,
  answer: z.ZodType,
): FastifyReply {
  assertDeclaredType(answer, kept.mimetype);
  const known = request.headers['if-none-match'];
  void reply.headers({
    etag: kept.etag,
    // Asked for anew each time, since rights and data change; what has not changed is not sent again.
    'cache-control': 'private, no-cache',
    vary: 'Accept, Accept-Encoding, Authorization',
  });
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === kept.etag))
    return reply.code(304).send();
  const { encoding, bytes } = kept.encodedFor(request.headers['accept-encoding'] ?? '');
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.code(200).type(kept.mimetype).send(bytes);
}
