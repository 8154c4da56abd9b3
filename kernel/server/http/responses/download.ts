import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { declareRawResponse, assertDeclaredType } from './raw-responses.ts';

/** The parts of a {@link Download}. */
export interface DownloadParts {
  /** File name for the client's disk. */
  readonly name: string;
  readonly mimetype: string;
  /** Read as fast as the client receives it, and destroyed when the client goes. */
  readonly stream: Readable;
  /** Number of records, sent as `X-Total-Count`, so that progress can be shown. */
  readonly total?: number;
}

/** An answer that is a file, sent while it is made; its route declares a {@link downloadSchema} its types as its answer. */
export class Download implements DownloadParts {
  readonly name: string;
  readonly mimetype: string;
  readonly stream: Readable;
  readonly total?: number;

  constructor({ name, mimetype, stream, total }: DownloadParts) {
    this.name = name;
    this.mimetype = mimetype;
    this.stream = stream;
    if (total !== undefined) this.total = total;
  }
}

/** The answer of a route that sends a {@link Download} of one of these media types, and of no other. */
export function downloadSchema(...types: readonly [string, ...string[]]): z.ZodType<Download, Download> {
  return declareRawResponse(z.instanceof(Download), { json: null, types });
}

/** Sends a file as it is made, if `answer` names its type. When it breaks off the connection ends before its time, and the reader knows. */
export function sendDownload(reply: FastifyReply, download: Download, answer: z.ZodType): FastifyReply {
  try {
    assertDeclaredType(answer, download.mimetype);
  } catch (error) {
    download.stream.destroy();
    throw error;
  }
  const plain = download.name.replace(/[^\w.-]/g, '_');
  void reply.headers({
    'content-type': download.mimetype,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(download.name)}`,
    ...(download.total === undefined ? {} : { 'x-total-count': String(download.total) }),
  });
  return reply.send(download.stream);
}
