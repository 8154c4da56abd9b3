import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cookie } from '../../plugins/api/index.ts';
import { declareRawResponse } from './raw-responses.ts';

/** An answer that sends the browser elsewhere; its route declares {@link redirectSchema} as its answer. */
export class Redirect {
  readonly location: string;

  /** A text is a page of our own, or it throws; another site is a `URL`, never one that came in with a request. */
  constructor(location: string | URL) {
    if (typeof location === 'string' && !isOwnPath(location)) {
      throw new Error('a redirect to a text must be a path of our own');
    }
    this.location = String(location);
  }
}

/** The answer of a route that sends a {@link Redirect}. */
export const redirectSchema = declareRawResponse(z.instanceof(Redirect), { json: null, types: [] });

/** Whether a text is a path of our own: browsers read `//host` and `/\host` as other sites. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path);
}

/** Sends the browser elsewhere, by GET whatever it came with. */
export function sendRedirect(reply: FastifyReply, { location }: Redirect): FastifyReply {
  return reply.code(303).header('location', location).send();
}

/** The value of a cookie of ours, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** Lays a cookie that no script reads and no other site sends along; over HTTPS it goes over nothing else. */
export function writeCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie): void {
  const { name, value, path, maxAge } = cookie;
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ];
  const former = reply.getHeader('set-cookie');
  void reply.removeHeader('set-cookie');
  const all = [
    ...(Array.isArray(former) ? former : former === undefined ? [] : [String(former)]),
    parts.join('; '),
  ];
  void reply.header('set-cookie', all);
}
