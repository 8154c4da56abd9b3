import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartupError } from '../config/startup-error.ts';

/** The path of sockets, whose requests do not reach Fastify. */
export const socketPath = '/socket.io/';

/** The limits of a connection, in milliseconds. */
export const connectionLimits = {
  headersTimeout: 10_000,
  // For large files on slow connections; `slow-body-timeout.ts` ends requests that only keep a connection busy.
  requestTimeout: 10 * 60_000,
  keepAliveTimeout: 72_000,
  // Checks for connections whose request takes too long; Node's default is 30 seconds.
  connectionsCheckingInterval: 2000,
};

/** Creates the server for both requests, which Fastify handles, and sockets. */
export const createNodeServer = (): Server => createServer(connectionLimits);

/**
 * Maximum number of connections waiting to be accepted: when all browsers reconnect at once, some would otherwise wait
 * for seconds.
 */
const backlog = 4096;

/** A server that is listening. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts to listen; `localhost` means both of its addresses. Throws a {@link StartupError} with the reason of a
 * failure.
 */
export async function listen(
  server: FastifyInstance,
  where: { host: string; port: number },
): Promise<Listening> {
  const isLocal = where.host === 'localhost';
  try {
    await server.listen({
      port: where.port,
      host: isLocal ? '127.0.0.1' : where.host,
      backlog,
      listenTextResolver: () => 'listening',
    });
    const { port } = server.server.address() as AddressInfo;
    const secondServer = isLocal ? await listenTwice(server, port, where.port !== 0) : null;
    return { port, close: async () => secondServer?.close() };
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, where);
  }
}

/**
 * Listens on localhost's other address. If Fastify binds both, the second passes on only requests, not the upgrades of
 * sockets; here everything is passed on.
 */
async function listenTwice(
  server: FastifyInstance,
  port: number,
  insist: boolean,
): Promise<{ close(): Promise<void> } | null> {
  const secondServer = createNodeServer();
  for (const event of ['request', 'upgrade', 'clientError', 'checkContinue'] as const) {
    if (server.server.listenerCount(event) > 0) {
      secondServer.on(event, (...values: unknown[]) => server.server.emit(event, ...values));
    }
  }
  try {
    await new Promise<void>((done, fail) =>
      secondServer.once('error', fail).listen({ port, host: '::1', backlog }, done),
    );
  } catch (error) {
    // Without IPv6 there is no second address.
    if (insist && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
    return null;
  }
  return {
    close: () =>
      new Promise((done) => {
        secondServer.close(() => done());
        secondServer.closeIdleConnections();
      }),
  };
}

function explain(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): StartupError {
  const cause = { cause: error };
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `The port ${port} is in use; stop the program that uses it, or set PORT to another one.`,
        cause,
      );
    case 'EACCES':
      return new StartupError(
        `The port ${port} requires rights that this user lacks; set PORT to 1024 or above.`,
        cause,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartupError(`HOST is "${host}", but this machine has no such address.`, cause);
    default:
      return new StartupError(`The server cannot listen on ${host}:${port}: ${error.message}.`, cause);
  }
}
