import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isPending,
  maxMessages,
  nextQuestion,
  noConversation,
  emptyAnswer,
  reduce,
  replyIdOf,
  type ConversationChange,
  type Conversation,
} from './conversation.ts';
import { serializeConversation, parseConversation } from './stored-conversation.ts';

const answer = { ...emptyAnswer, text: 'Javob', redirect: '/streets', suggestions: ['Yana?'] };
const failure = { kind: 'failed', text: null, retryAt: null } as const;

/** The conversation after some changes. */
function after(...changes: ConversationChange[]): Conversation {
  return changes.reduce(reduce, noConversation);
}

const askChange = (id: string, text = 'Savol'): ConversationChange => ({
  type: 'ask',
  id,
  text,
  files: [],
  at: 1,
});

describe('a question', () => {
  test('is sent, and followed by its reply', () => {
    const state = after(
      askChange('a'),
      { type: 'begin', id: 'a' },
      { type: 'answer', id: 'a', answer, at: 2 },
    );
    expect(state.messages).toMatchObject([
      { id: 'a', sender: 'user', text: 'Savol', state: 'sent' },
      { id: replyIdOf('a'), sender: 'bot', text: 'Javob', redirect: '/streets', state: 'whole' },
    ]);
  });

  test('of spaces without a file is rejected', () => {
    expect(after(askChange('a', ' \n ')).messages).toEqual([]);
    const files = [{ name: 'ariza.pdf', size: 3 }];
    expect(after({ type: 'ask', id: 'a', text: ' ', files, at: 1 }).messages).toMatchObject([
      { files, text: '' },
    ]);
  });

  test('waits while a reply is pending', () => {
    const pending = after(askChange('a'), { type: 'begin', id: 'a' });
    expect(isPending(pending)).toBe(true);
    const both = reduce(pending, askChange('b'));
    expect(both.messages).toMatchObject([{ state: 'sending' }, { id: 'b', state: 'queued' }]);
    expect(nextQuestion(both)).toBeNull();
  });

  test('waits for the connection and its turn', () => {
    const off = after({ type: 'line', online: false }, askChange('a'), askChange('b'));
    expect(nextQuestion(off)).toBeNull();
    const on = reduce(off, { type: 'line', online: true });
    expect(nextQuestion(on)?.id).toBe('a');
    expect(nextQuestion(reduce(on, { type: 'begin', id: 'a' }))).toBeNull();
  });

  test('that is withdrawn becomes the draft, unless there is another', () => {
    expect(after(askChange('a'), { type: 'drop', id: 'a' })).toMatchObject({ messages: [], draft: 'Savol' });
    const writing = after(askChange('a'), { type: 'write', text: 'Boshqa' }, { type: 'drop', id: 'a' });
    expect(writing).toMatchObject({ messages: [], draft: 'Boshqa' });
  });
});

describe('a reply', () => {
  const coming = [
    askChange('a'),
    { type: 'begin', id: 'a' },
    { type: 'text', id: 'a', text: 'Ja', at: 2 },
    { type: 'text', id: 'a', text: 'vo', at: 3 },
  ] as const satisfies ConversationChange[];

  test('grows, and is replaced by the whole answer', () => {
    expect(after(...coming).messages[1]).toMatchObject({ text: 'Javo', state: 'coming', at: 2 });
    const whole = after(...coming, { type: 'answer', id: 'a', answer, at: 4 });
    expect(whole.messages).toMatchObject([{ state: 'sent' }, { text: 'Javob', state: 'whole', at: 2 }]);
  });

  test('that is aborted is removed, and the question can be repeated', () => {
    const failed = after(...coming, { type: 'fail', id: 'a', failure });
    expect(failed.messages).toMatchObject([{ id: 'a', state: 'failed', failure }]);
    const again = reduce(failed, { type: 'retry', id: 'a' });
    expect(nextQuestion(again)).toMatchObject({ id: 'a', failure: null });
  });

  test('that is stopped keeps the partial answer; without one the question can be repeated', () => {
    expect(after(...coming, { type: 'stop', id: 'a' }).messages).toMatchObject([
      { state: 'sent' },
      { text: 'Javo', state: 'stopped' },
    ]);
    expect(
      after(askChange('a'), { type: 'begin', id: 'a' }, { type: 'stop', id: 'a' }).messages,
    ).toMatchObject([{ state: 'failed', failure: { kind: 'stopped' } }]);
  });
});

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const changes: fc.Arbitrary<ConversationChange> = fc.oneof(
  fc.record({ type: fc.constant('write' as const), text: fc.string() }),
  fc.record({
    type: fc.constant('ask' as const),
    id: ids,
    text: fc.string(),
    files: fc.array(fc.record({ name: fc.string(), size: fc.nat() }), { maxLength: 2 }),
    at: fc.nat(),
  }),
  fc.record({
    type: fc.constantFrom('begin', 'wait', 'stop', 'retry', 'drop'),
    id: ids,
  }) as fc.Arbitrary<ConversationChange>,
  fc.record({ type: fc.constant('text' as const), id: ids, text: fc.string(), at: fc.nat() }),
  fc.record({ type: fc.constant('answer' as const), id: ids, answer: fc.constant(answer), at: fc.nat() }),
  fc.record({ type: fc.constant('fail' as const), id: ids, failure: fc.constant(failure) }),
  fc.record({ type: fc.constant('line' as const), online: fc.boolean() }),
  fc.record({ type: fc.constant('clear' as const) }),
);

test('has one pending reply at most, replies after their questions, and unique ids, for any actions', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 60 }), (made) => {
      const { messages } = made.reduce(reduce, noConversation);
      expect(messages.filter(({ state }) => state === 'sending').length).toBeLessThanOrEqual(1);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      expect(messages.length).toBeLessThanOrEqual(maxMessages + 1);
      for (const [index, message] of messages.entries()) {
        if (message.sender === 'user') expect(message.failure !== null).toBe(message.state === 'failed');
        else expect(`${messages[index - 1]?.id}.a`).toBe(message.id);
      }
    }),
  );
});

test('restores a stored conversation, and repeats the pending question', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 40 }), (made) => {
      const state = made.reduce(reduce, noConversation);
      const back = parseConversation(serializeConversation(state));
      expect(back.draft).toBe(state.draft);
      expect(back.messages).toEqual(
        state.messages
          .filter((message) => message.state !== 'coming')
          .map((message) => (message.state === 'sending' ? { ...message, state: 'queued' } : message)),
      );
    }),
  );
});

test('reads only valid parts of a foreign stored conversation', () => {
  expect(parseConversation(null)).toBe(noConversation);
  for (const spoilt of ['', '{', '[]', '{"version":2,"messages":[]}', '{"version":1}'])
    expect(parseConversation(spoilt)).toEqual(noConversation);
  const forged = {
    version: 1,
    draft: 7,
    messages: [
      null,
      { id: 'x y', at: 1, sender: 'bot', text: 'a', state: 'whole' },
      {
        id: 'ok',
        at: 1,
        sender: 'bot',
        text: 'a',
        redirect: '//evil.example',
        sources: [{ title: 'x', path: 'javascript:alert(1)' }],
      },
      { id: 'no', at: 'now', sender: 'user', text: 'a', state: 'sent' },
    ],
  };
  const { messages, draft } = parseConversation(JSON.stringify(forged));
  expect(draft).toBe('');
  expect(messages).toMatchObject([{ id: 'ok', redirect: null, sources: [{ title: 'x', path: null }] }]);
  fc.assert(
    fc.property(
      fc.json(),
      (text) => parseConversation(text).messages.length === 0 || text.includes('messages'),
    ),
  );
});
