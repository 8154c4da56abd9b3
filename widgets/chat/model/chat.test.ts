import { expect, test, vi } from 'vitest';
import { AskError, readResponse, type Ask, type AskOptions, type AskRequest } from './ask.ts';
import { createChat, maxQuestionLength } from './chat.ts';
import { noConversation, emptyAnswer, type Answer } from './conversation.ts';

/** A server that responds on command. */
function slowServer() {
  const calls: {
    request: AskRequest;
    hands: AskOptions;
    answer(given?: Partial<Answer>): void;
    fail(error: unknown): void;
  }[] = [];
  const ask: Ask = (request, hands) =>
    new Promise((resolve, reject) => {
      calls.push({
        request,
        hands,
        answer: (given = {}) => resolve({ ...emptyAnswer, text: 'Javob', ...given }),
        fail: reject,
      });
    });
  return { ask, calls };
}

function begin(online = true) {
  const { ask, calls } = slowServer();
  const chat = createChat({ ask, start: { ...noConversation, online }, now: () => 1000 });
  chat.subscribe(() => undefined);
  const states = () => chat.state().messages.map(({ sender, state }) => `${sender} ${state}`);
  return { chat, calls, states };
}

test('sends questions asked offline one after another when the connection is back', async () => {
  const { chat, calls, states } = begin(false);
  expect(chat.send('Birinchi')).toBe(true);
  expect(chat.send('Ikkinchi')).toBe(true);
  expect(states()).toEqual(['user queued', 'user queued']);
  chat.setOnline(true);
  expect(states()).toEqual(['user sending', 'user queued']);
  expect(chat.send('Uchinchi')).toBe(false);
  calls[0]?.answer();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.request).toEqual({
    text: 'Ikkinchi',
    files: 0,
    history: [
      { sender: 'user', text: 'Birinchi' },
      { sender: 'bot', text: 'Javob' },
    ],
  });
  calls[1]?.answer();
  await vi.waitFor(() => expect(states()).toEqual(['user sent', 'bot whole', 'user sent', 'bot whole']));
});

test('a question waits when the connection breaks, and fails with an error otherwise', async () => {
  const { chat, calls, states } = begin();
  chat.send('Savol');
  chat.setOnline(false);
  calls[0]?.fail(new AskError('network'));
  await vi.waitFor(() => expect(states()).toEqual(['user queued']));
  chat.setOnline(true);
  expect(calls).toHaveLength(2);
  calls[1]?.fail(new AskError('network'));
  await vi.waitFor(() => expect(states()).toEqual(['user failed']));
  chat.retry(chat.state().messages[0]?.id ?? '');
  expect(calls).toHaveLength(3);
});

test("shows the server's message on too many questions, and allows the next one in time", async () => {
  const { chat, calls } = begin();
  chat.send('Savol');
  calls[0]?.fail(new AskError('limited', 'Juda koʻp', 30));
  await vi.waitFor(() =>
    expect(chat.state().messages).toMatchObject([
      { failure: { kind: 'limited', text: 'Juda koʻp', retryAt: 31_000 } },
    ]),
  );
});

test('ignores a reply after it was stopped', async () => {
  const { chat, calls, states } = begin();
  chat.send('Savol');
  calls[0]?.hands.onText('Ja');
  chat.stop();
  expect(calls[0]?.hands.signal.aborted).toBe(true);
  calls[0]?.hands.onText('vob');
  calls[0]?.answer();
  await Promise.resolve();
  expect(states()).toEqual(['user sent', 'bot stopped']);
  expect(chat.state().messages[1]?.text).toBe('Ja');
});

test('questions of the page wait for their turn, and leave the draft alone', async () => {
  const { chat, calls, states } = begin();
  chat.write('Yozayotgan edim');
  expect(chat.enqueue('Birinchi')).toBe(true);
  expect(chat.enqueue('Ikkinchi')).toBe(true);
  expect(chat.state().draft).toBe('Yozayotgan edim');
  expect(states()).toEqual(['user sending', 'user queued']);
  calls[0]?.answer();
  await vi.waitFor(() => expect(calls.map(({ request }) => request.text)).toEqual(['Birinchi', 'Ikkinchi']));
  expect(chat.enqueue('a'.repeat(maxQuestionLength + 1))).toBe(false);
});

test('a suggested question leaves the draft alone, and the draft is cleared when it is sent', async () => {
  const { chat, calls } = begin();
  chat.write('Mening savolim ');
  chat.send('Taklif qilingan savol');
  expect(chat.state().draft).toBe('Mening savolim ');
  calls[0]?.answer();
  await vi.waitFor(() => expect(chat.send(chat.state().draft)).toBe(true));
  expect(chat.state().draft).toBe('');
});

test('keeps a question that is too long in the input', () => {
  const { chat } = begin();
  const long = 'a'.repeat(maxQuestionLength + 1);
  chat.write(long);
  expect(chat.send(long)).toBe(false);
  expect(chat.state()).toMatchObject({ draft: long, messages: [] });
});

const lines = (...all: object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A response whose chunks split characters and lines. */
function streamed(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
}

const hands = (onText: (piece: string) => void = () => undefined): AskOptions => ({
  signal: new AbortController().signal,
  onText,
});

test.each([1, 3, 1000])('reads a stream in chunks of %i bytes', async (size) => {
  const pieces: string[] = [];
  const text = lines(
    { type: 'text', text: 'Oʻrin' },
    { type: 'news', from: 'a newer server' },
    { type: 'text', text: 'боев' },
    { type: 'answer', answer: { message: 'Oʻrinboyev', redirect: '/users' } },
  );
  const answer = await readResponse(
    streamed(text, size),
    hands((piece) => pieces.push(piece)),
  );
  expect(pieces).toEqual(['Oʻrin', 'боев']);
  expect(answer).toMatchObject({ text: 'Oʻrinboyev', redirect: '/users', sources: [] });
});

test('rejects a truncated or invalid stream', async () => {
  const cut = lines({ type: 'text', text: 'Ja' });
  await expect(readResponse(streamed(cut, 5), hands())).rejects.toMatchObject({ kind: 'failed' });
  await expect(readResponse(streamed('{"type"', 5), hands())).rejects.toMatchObject({ kind: 'network' });
  await expect(readResponse(new Response('<p>'), hands())).rejects.toMatchObject({ kind: 'network' });
  await expect(readResponse(Response.json({ text: 7 }), hands())).rejects.toMatchObject({ kind: 'failed' });
});

test('accepts an older server that sends a message and a redirect only', async () => {
  const answer = await readResponse(Response.json({ message: 'Salom', redirect: null }), hands());
  expect(answer).toEqual({ ...emptyAnswer, text: 'Salom' });
});

test.each([
  [429, { 'retry-after': '12' }, { kind: 'limited', text: 'Soʻz', retryAfter: 12 }],
  [403, {}, { kind: 'refused', text: 'Soʻz' }],
  [401, {}, { kind: 'refused', text: 'Soʻz' }],
  [422, {}, { kind: 'failed', text: 'Soʻz' }],
  // The specification has a text for this.
  [500, {}, { kind: 'failed', text: null }],
  [503, { 'retry-after': '5' }, { kind: 'failed', text: null, retryAfter: 5 }],
])('handles a response of status %i', async (status, headers, error) => {
  const response = Response.json({ err: 'Soʻz', code: 'x' }, { status, headers });
  await expect(readResponse(response, hands())).rejects.toMatchObject(error);
});
