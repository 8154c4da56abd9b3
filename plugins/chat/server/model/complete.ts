import { z } from 'zod';
import type { Provider } from './provider.ts';

/** Why a model gave no answer that can be used; never with what was asked in it. */
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

const longestAnswer = 4000;
const longestLine = 64 * 1024;

/**
 * Asks an OpenAI-compatible model and gives its words as they come. Throws a {@link ModelError} when it is away, slow, too
 * long, says what cannot be read, or breaks off.
 */
export async function* complete(
  provider: Provider,
  messages: readonly ModelMessage[],
): AsyncGenerator<string, void, void> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), provider.timeout);
  try {
    const answer = await post(provider, messages, stop.signal);
    if (!answer.ok) throw new ModelError(`it answered ${answer.status}`);
    if (!answer.body) throw new ModelError('it answered nothing');
    let length = 0;
    for await (const words of wordsOf(answer.body)) {
      length += words.length;
      if (length > longestAnswer) throw new ModelError('the answer is too long');
      yield words;
    }
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw new ModelError(stop.signal.aborted ? 'it took too long' : 'it could not be asked', {
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

/** Words of `data:` lines; the last must say that the model had finished. */
async function* wordsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  let finished = false;
  for await (const line of linesOf(body)) {
    if (!line.startsWith('data:')) {
      if (line === '' || line.startsWith(':') || /^(event|id|retry):/.test(line)) continue;
      throw new ModelError('the answer is no stream of events');
    }
    const data = line.slice(5).trim();
    if (data === '[DONE]') break;
    const { content, reason } = readChunk(data);
    if (content !== '') yield content;
    if (reason === 'stop') finished = true;
    else if (reason !== null) throw new ModelError(`it ended with ${reason.slice(0, 40)}`);
  }
  if (!finished) throw new ModelError('it broke off');
}

function readChunk(data: string): { content: string; reason: string | null } {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch (error) {
    throw new ModelError('a part of the answer is not JSON', { cause: error });
  }
  const read = chunkSchema.safeParse(json);
  if (!read.success) throw new ModelError('a part of the answer is not as it must be');
  const [choice] = read.data.choices;
  return { content: choice?.delta?.content ?? '', reason: choice?.finish_reason ?? null };
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ModelError('a line of the answer is too long');
    yield* lines;
  }
  if (rest !== '') yield rest;
}
