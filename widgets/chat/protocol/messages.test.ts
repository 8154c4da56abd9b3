import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  pack,
  readHelloMessage,
  readToLoader,
  readToPanel,
  version,
  type ToLoader,
  type ToPanel,
} from './messages.ts';

const toPanel: readonly ToPanel[] = [
  { type: 'start', lang: 'uz', theme: 'auto', open: true, conversation: '' },
  { type: 'open' },
  { type: 'close' },
  { type: 'appearance', lang: 'ru', theme: 'dark' },
  { type: 'send', text: 'Salom' },
];
const toLoader: readonly ToLoader[] = [
  { type: 'keep', text: '{}' },
  { type: 'close' },
  { type: 'said', by: 'bot' },
];
const hello = { type: 'hello', nonce: '0123456789abcdef0123456789abcdef' } as const;

test('each side understands the messages of the other', () => {
  for (const message of toPanel) expect(readToPanel(structuredClone(pack(message)))).toEqual(message);
  for (const message of toLoader) expect(readToLoader(structuredClone(pack(message)))).toEqual(message);
  expect(readHelloMessage(pack(hello))).toEqual(hello);
});

test('no side accepts messages that only the other may receive', () => {
  expect(readToPanel(pack({ type: 'keep', text: '' }))).toBeNull();
  expect(readToLoader(pack({ type: 'send', text: '' }))).toBeNull();
  expect(readHelloMessage(pack({ type: 'open' }))).toBeNull();
});

/**
 * A valid message with one change: its version, its type, a missing or additional field, or a field of
 * another type.
 */
const forged = fc
  .tuple(
    fc.constantFrom<object>(...toPanel.map(pack), ...toLoader.map(pack), pack(hello)),
    fc.nat(),
    fc.nat(),
  )
  .map(([message, which, how]) => {
    const entries = Object.entries(message);
    const [name = ''] = entries[which % entries.length] ?? [];
    const value = Reflect.get(message, name) as unknown;
    // If any text is allowed, another text is no forgery.
    const text = name === 'text' || name === 'conversation' ? 0 : `${String(value)}!`;
    const others = [undefined, null, 7, text, [value], { value }, version + 1];
    const made = [
      { ...message, [name]: others[how % others.length] },
      { ...message, also: value },
      Object.fromEntries(entries.filter(([one]) => one !== name)),
      [message],
      JSON.stringify(message),
    ];
    return made[how % made.length];
  });

test('neither side accepts any of 1,000 forged messages', () => {
  fc.assert(
    fc.property(forged, (made) => {
      expect([readToPanel(made), readToLoader(made), readHelloMessage(made)]).toEqual([null, null, null]);
    }),
    { numRuns: 1000 },
  );
  fc.assert(
    fc.property(fc.anything(), (made) => {
      expect([readToPanel(made), readToLoader(made), readHelloMessage(made)]).toEqual([null, null, null]);
    }),
    { numRuns: 1000 },
  );
});
