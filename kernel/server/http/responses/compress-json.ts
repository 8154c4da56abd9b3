import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressQuickly } from './cached-response.ts';

/** Below this it fits into two packets anyway. */
const minBytes = 2048;

/**
 * Compresses what a call answers in JSON, as a hook `onSend`: on an office's line twenty applications take longer than their
 * reading. What was compressed beforehand, and files, stay as they are. Calls carry no cookie, so another site can not have a
 * browser ask for secrets beside a text of its own and read their length.
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
