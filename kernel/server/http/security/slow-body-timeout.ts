import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds during which a body may arrive at any speed. */
const graceMs = 30_000;
/** The minimum average speed after that, less than that of the slowest connections in use. */
const minBytesPerSecond = 16 * 1024;
const checkIntervalMs = 2000;

/** A body being received. */
interface PendingBody {
  readonly socket: Pick<Socket, 'bytesRead'>;
  readonly since: number;
  readonly before: number;
}

/** Whether a body arrives so slowly that its sender only keeps a connection busy. */
export function isTooSlow({ socket, since, before }: PendingBody, now: number): boolean {
  const took = now - since;
  return took > graceMs && ((socket.bytesRead - before) * 1000) / took < minBytesPerSecond;
}

/**
 * Ends requests whose body arrives one byte at a time, with 408. Node's own timeout, if short enough for these, would
 * cut off large files on slow connections.
 */
export function installSlowBodyTimeout(server: FastifyInstance): void {
  const sending = new Map<Socket, PendingBody>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, one] of sending) {
      if (!isTooSlow(one, now)) continue;
      sending.delete(socket);
      const error = Object.assign(new Error('the body arrived too slowly'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      server.server.emit('clientError', error, socket);
    }
  }, checkIntervalMs);
  timer.unref();
  server.addHook('onClose', async () => clearInterval(timer));
  server.addHook('onRequest', async ({ raw, headers }) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const { socket } = raw;
    sending.set(socket, { socket, since: performance.now(), before: socket.bytesRead });
    const forget = () => void sending.delete(socket);
    raw.once('end', forget).once('close', forget);
  });
}
