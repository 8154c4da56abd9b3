import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressQuickly } from './cached-response.ts';

/** Smaller responses fit into two packets anyway. */
const minBytes = 2048;

/**
 * Compresses JSON responses, as an `onSend` hook: on an office's connection, transferring twenty applications takes
 * longer than reading them. Files and already compressed responses are unchanged. Calls carry no cookies, so another
 * site cannot make a browser request secrets beside a text of its own and measure the length.
 */
export async function compressJson(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < minBytes || !isPlainJson(reply)) return payload;
  vary(reply);
  const compressed = await compressQuickly(Buffer.from(payload), request.headers['accept-encoding'] ?? '');
  if (compressed === null) return payload;
  void reply.removeHeader('content-length').header('content-encoding', compressed.encoding);
  return compressed.bytes;
}

function isPlainJson(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type');
  return (
    typeof type === 'string' && type.startsWith('application/json') && !reply.hasHeader('content-encoding')
  );
}

function vary(reply: FastifyReply): void {
  const known = reply.getHeader('vary');
  if (typeof known === 'string' && /accept-encoding/i.test(known)) return;
  void reply.header('vary', known === undefined ? 'Accept-Encoding' : `${String(known)}, Accept-Encoding`);
}
