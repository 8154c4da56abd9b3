import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { declareRawResponse } from './raw-responses.ts';

const linesType = 'application/x-ndjson';

/** A response that is sent while it is made: one line of JSON for each value of `lines`. */
export class StreamedResponse {
  readonly lines: AsyncIterable<unknown>;

  /** When the client goes, `lines` is returned and has to stop its work. */
  constructor(lines: AsyncIterable<unknown>) {
    this.lines = lines;
  }
}

/** The answer of a route that gives JSON, or a {@link StreamedResponse} of such lines to who names `application/x-ndjson` in `Accept`. */
export function jsonOrLines<Answer extends z.ZodType>(json: Answer, line: z.ZodType) {
  return declareRawResponse(z.union([json, z.instanceof(StreamedResponse)]), {
    json,
    types: [linesType],
    line,
  });
}

/** Sends lines as they come; proxies are told not to buffer them. */
export function sendStreamedResponse(reply: FastifyReply, { lines }: StreamedResponse): FastifyReply {
  void reply.headers({
    'content-type': `${linesType}; charset=utf-8`,
    'x-accel-buffering': 'no',
  });
  return reply.send(Readable.from(written(lines), { objectMode: false }));
}

async function* written(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
