import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds within which a body comes, however slowly … */
const grace = 30_000;
/** … and after which it has to have come at so many bytes a second: less than the slowest line that people work with. */
const slowest = 16 * 1024;
/** Milliseconds between two looks at those who send. */
const every = 2000;

/** A body on its way. */
interface PendingBody {
  readonly socket: Pick<Socket, 'bytesRead'>;
  readonly since: number;
  readonly before: number;
}

/** Whether a body comes so slowly that whoever sends it only wants to keep us busy. */
export function isTooSlow({ socket, since, before }: PendingBody, now: number): boolean {
  const took = now - since;
  return took > grace && ((socket.bytesRead - before) * 1000) / took < slowest;
}

/**
 * Ends requests whose body comes a byte at a time, with 408. Node's own limit is one for all: short enough against these, it
 * would cut off those who send a large file over a slow line.
 */
export function installSlowBodyTimeout(server: FastifyInstance): void {
  const sending = new Map<Socket, PendingBody>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, one] of sending) {
      if (!isTooSlow(one, now)) continue;
      sending.delete(socket);
      const error = Object.assign(new Error('the body came too slowly'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      server.server.emit('clientError', error, socket);
    }
  }, every);
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
