import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CodedError, fail } from '#kernel/contract/index.ts';
import type { Texts } from '../../i18n/texts.ts';
import { commonHeaders } from '../security/headers.ts';
import { errorBody } from './error-handler.ts';

/** Milliseconds for the client to read the response before the connection is closed. */
const closeDelayMs = 1000;

/** Responds to a request that Node cannot parse, such as one with endless headers, with a coded error. */
export function clientErrorHandler(texts: Texts) {
  return function rejectRequest(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const coded = codedOf(error.code);
    // The language is unknown, since the headers could not be parsed.
    const body = JSON.stringify(errorBody(texts, coded, undefined));
    socket.end(
      [
        `HTTP/1.1 ${coded.status} ${STATUS_CODES[coded.status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
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
