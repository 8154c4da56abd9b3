import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CodedError, fail } from '#kernel/contract/index.ts';
import type { Texts } from '../../i18n/texts.ts';
import { errorBody } from './error-handler.ts';

/** Milliseconds in which a sender may read why he is refused, before the connection goes. */
const closeDelayMs = 1000;

/** Answers what is no request that Node can read, such as headers without end: with a coded error, as everything else. */
export function clientErrorHandler(texts: Texts) {
  return function refuse(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const coded = codedOf(error.code);
    // The headers that name the language are what could not be read.
    const body = JSON.stringify(errorBody(texts, coded, undefined));
    socket.end(
      [
        `HTTP/1.1 ${coded.status} ${STATUS_CODES[coded.status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
    setTimeout(() => socket.destroy(), closeDelayMs).unref();
  };
}

function codedOf(code: string | undefined): CodedError {
  if (code === 'HPE_HEADER_OVERFLOW') return new CodedError({ status: 431, code: 'too_large' });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new CodedError({ status: 408, code: 'malformed' });
  return fail('malformed');
}
