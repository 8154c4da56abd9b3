import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { declareRawResponse } from './raw-responses.ts';

/** An answer that sends the browser elsewhere; its route declares {@link redirectSchema} as its answer. */
export class Redirect {
  readonly location: string;

  /** A text must be a path of this site; another site is a `URL`, never one that came in with a request. */
  constructor(location: string | URL) {
    if (typeof location === 'string' && !isOwnPath(location)) {
      throw new Error('a redirect to a text must be a path of this site');
    }
    this.location = String(location);
  }
}

/** The answer of a route that sends a {@link Redirect}. */
export const redirectSchema = declareRawResponse(z.instanceof(Redirect), { json: null, types: [] });

/** Whether a text is a path of this site: browsers read `//host` and `/\host` as other sites. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path);
}

/** Redirects the browser by 303, so that it uses GET. */
export function sendRedirect(reply: FastifyReply, { location }: Redirect): FastifyReply {
  return reply.code(303).header('location', location).send();
}
