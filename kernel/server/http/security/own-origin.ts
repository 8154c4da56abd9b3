import type { FastifyRequest } from 'fastify';
import type { ServerServices } from '../../services/server-services.ts';

/**
 * Scheme and host of this deployment, for absolute addresses: what the operator says, and in development alone what the request
 * was sent to, since a caller can write any `Host`.
 */
export function ownOrigin(
  { publicUrl }: Pick<ServerServices, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  return publicUrl ?? `${protocol}://${host}`;
}
