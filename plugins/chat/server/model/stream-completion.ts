import { z } from 'zod';
import { readLines } from '#kernel/domain/values/read-lines.ts';
import type { Provider } from './provider.ts';

/** The reason why a model gave no usable answer; it never contains the question. */
export class ModelError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ModelError';
  }
}

/** A message to a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

const maxAnswerLength = 4000;
const maxLineLength = 64 * 1024;

/**
 * Streams the text of an OpenAI-compatible model. Throws a {@link ModelError} if the model cannot be reached,
 * exceeds the timeout or the length limit, sends malformed data, or ends early.
 */
export async function* streamCompletion(
  provider: Provider,
  messages: readonly ModelMessage[],
): AsyncGenerator<string, void, void> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), provider.timeoutMs);
  try {
    const response = await post(provider, messages, stop.signal);
    if (!response.ok) throw new ModelError(`it responded with ${response.status}`);
    if (!response.body) throw new ModelError('the response has no body');
    let length = 0;
    for await (const text of textsOf(response.body)) {
      length += text.length;
      if (length > maxAnswerLength) throw new ModelError('the answer is too long');
      yield text;
    }
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (error instanceof RangeError)
      throw new ModelError('a line of the answer is too long', { cause: error });
    throw new ModelError(stop.signal.aborted ? 'it took too long' : 'it could not be reached', {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

function post(provider: Provider, messages: readonly ModelMessage[], signal: AbortSignal): Promise<Response> {
  return fetch(`${provider.address}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(provider.key === null ? {} : { authorization: `Bearer ${provider.key}` }),
    },
    body: JSON.stringify({ model: provider.name, messages, stream: true, temperature: 0.1, max_tokens: 700 }),
    redirect: 'error',
    signal,
  });
}

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .max(8),
});

/** The texts of `data:` lines; the last one must report that the model finished. */
async function* textsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void, void> {
  let finished = false;
  for await (const line of readLines(body.pipeThrough(new TextDecoderStream()).getReader(), maxLineLength)) {
    if (!line.startsWith('data:')) {
      if (line === '' || line.startsWith(':') || /^(event|id|retry):/.test(line)) continue;
      throw new ModelError('the response is not an event stream');
    }
    const data = line.slice(5).trim();
    if (data === '[DONE]') break;
    const { content, reason } = readChunk(data);
    if (content !== '') yield content;
    if (reason === 'stop') finished = true;
    else if (reason !== null) throw new ModelError(`it ended with ${reason.slice(0, 40)}`);
  }
  if (!finished) throw new ModelError('it ended early');
}

function readChunk(data: string): { content: string; reason: string | null } {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch (error) {
    throw new ModelError('a part of the answer is not JSON', { cause: error });
  }
  const read = chunkSchema.safeParse(json);
  if (!read.success) throw new ModelError('a part of the answer has an unexpected shape');
  const [choice] = read.data.choices;
  return { content: choice?.delta?.content ?? '', reason: choice?.finish_reason ?? null };
}
