import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { declareRawResponse } from './raw-responses.ts';

const linesType = 'application/x-ndjson';

/** An answer that is told while it comes into being: one line of JSON for each thing that `lines` gives. */
export class StreamedResponse {
  readonly lines: AsyncIterable<unknown>;

  /** Whoever asked may go away: `lines` is then returned, and has to end its work. */
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

/** Sends lines as they come; proxies are asked not to gather them. */
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
