import type { FastifyRequest } from 'fastify';
import type { ServerServices } from '../../services/server-services.ts';

/**
 * Scheme and host of this deployment, for absolute addresses: as the operator configures it. Only in development it is
 * that of the request, since a caller can send any `Host`.
 */
export function ownOrigin(
  { publicUrl }: Pick<ServerServices, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  return publicUrl ?? `${protocol}://${host}`;
}

/** The host of this deployment; in development that of the request, which may be invalid. */
export function ownHost(
  { publicUrl }: Pick<ServerServices, 'publicUrl'>,
  { host }: Pick<FastifyRequest, 'host'>,
): string {
  return publicUrl === null ? host : new URL(publicUrl).host;
}
