import type { FastifyInstance } from 'fastify';
import type { ServerServices } from '../../services/server-services.ts';
import { assetHeaders } from '../security/headers.ts';

const headers = { ...assetHeaders, 'cache-control': 'no-store' };

/**
 * Mounts `/health/live` (the process responds) and `/health/ready` (its database responds, it receives notifications of
 * the other nodes, and it is not about to stop).
 */
export function mountHealth(server: FastifyInstance, services: ServerServices): void {
  server.get('/health/live', (_request, reply) => reply.headers(headers).send({ status: 'live' }));
  server.get('/health/ready', async (request, reply) => {
    void reply.headers(headers);
    const unready = () => reply.code(503).header('retry-after', '2').send({ status: 'unavailable' });
    if (services.shutdown.isAnnounced || !services.sessions.current) return unready();
    try {
      await services.pool.query('select 1');
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not respond');
      return unready();
    }
  });
}
