import { readLines } from '#kernel/domain/values/read-lines.ts';
import type { Answer, Failure } from './conversation.ts';
import { readAnswer } from './read-answer.ts';

/** An earlier turn, sent along since the server stores no conversation. */
export interface Turn {
  readonly sender: 'user' | 'bot';
  readonly text: string;
}

/** A question for the assistant. */
export interface AskRequest {
  readonly text: string;
  /** The number of files that the user has chosen; they are not sent. */
  readonly files: number;
  readonly history: readonly Turn[];
}

/** How the caller receives partial text, and aborts. */
export interface AskOptions {
  readonly signal: AbortSignal;
  /** Receives the next piece of the answer while it is being written. */
  onText(piece: string): void;
}

/** Asks the assistant. Rejects with an {@link AskError}, or when the signal is aborted. */
export type Ask = (request: AskRequest, options: AskOptions) => Promise<Answer>;

/** A question that got no answer. */
export class AskError extends Error {
  /** `network`: no response; the others as in a `Failure`. */
  readonly kind: 'network' | Exclude<Failure['kind'], 'stopped'>;
  /** The server's message, if the user should read it. */
  readonly text: string | null;
  /** In seconds. */
  readonly retryAfter: number | null;

  constructor(kind: AskError['kind'], text: string | null = null, retryAfter: number | null = null) {
    super(kind);
    this.name = 'AskError';
    this.kind = kind;
    this.text = text;
    this.retryAfter = retryAfter;
  }
}

/** The content type of a streamed answer: one JSON object per line, `text` lines and then one `answer`. */
export const streamType = 'application/x-ndjson';

/** The limit of one answer, in characters. */
const maxAnswerLength = 200_000;

/** Reads the response of the server: a stream, a whole answer, or an error. */
export async function readResponse(response: Response, options: AskOptions): Promise<Answer> {
  if (!response.ok) throw await errorOf(response);
  try {
    const streams = response.headers.get('content-type')?.startsWith(streamType) ?? false;
    const answer =
      streams && response.body ? await readStream(response.body, options) : readAnswer(await response.json());
    if (answer) return answer;
  } catch (error) {
    if (options.signal.aborted) throw error;
    throw new AskError('network');
  }
  throw new AskError('failed');
}

/** Returns null when the stream ends before the answer. */
async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  options: AskOptions,
): Promise<Answer | null> {
  let length = 0;
  for await (const line of readLines(body.pipeThrough(new TextDecoderStream()).getReader())) {
    length += line.length;
    if (length > maxAnswerLength) return null;
    const answer = takeLine(line, options);
    // Ignores lines after the answer.
    if (answer) return answer;
  }
  return null;
}

/** Handles one line of the stream; the line with the answer is the last one. Unknown lines come from newer servers. */
function takeLine(line: string, { onText }: AskOptions): Answer | null {
  if (line.trim() === '') return null;
  const parsed = JSON.parse(line) as {
    readonly type?: unknown;
    readonly text?: unknown;
    readonly answer?: unknown;
  };
  if (parsed.type === 'text' && typeof parsed.text === 'string') onText(parsed.text);
  return parsed.type === 'answer' ? readAnswer(parsed.answer) : null;
}

async function errorOf(response: Response): Promise<AskError> {
  const body: unknown = await response.json().catch(() => null);
  const { err, message } = (body ?? {}) as { readonly err?: unknown; readonly message?: unknown };
  const serverText = [err, message].find((one) => typeof one === 'string' && one !== '');
  const text = typeof serverText === 'string' ? serverText.slice(0, 500) : null;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  if (response.status === 429) return new AskError('limited', text, retryAfter ?? 60);
  if (response.status === 401 || response.status === 403) return new AskError('refused', text);
  if (response.status === 422) return new AskError('failed', text);
  return new AskError('failed', null, retryAfter);
}
