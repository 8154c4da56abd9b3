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

/** The host of this deployment; in development that of the request, which may be no valid one. */
export function ownHost(
  { publicUrl }: Pick<ServerServices, 'publicUrl'>,
  { host }: Pick<FastifyRequest, 'host'>,
): string {
  return publicUrl === null ? host : new URL(publicUrl).host;
}
