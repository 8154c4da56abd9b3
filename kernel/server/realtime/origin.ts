import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of this origin may open a socket: one of our own host, or one that the deployment lists. Browsers leave
 * the header out of a page's requests to its own host; other programs are held by the token alone.
 */
export function isOriginAllowed(request: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || allowedOrigins.some((allowed) => new URL(allowed).origin === url.origin);
}
