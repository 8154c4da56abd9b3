import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeFiles, defaultLimits } from './files.ts';
import { readRichText, type Inline } from './rich-text.ts';
import { readAnswer } from './read-answer.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });

test('reads the four marks', () => {
  expect(
    readRichText('Oching **Xonadonlar** ni [1].\nKeyin:\n\n1. bosing\n2. yozing\n- bir\n\nTamom'),
  ).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          text('Oching '),
          { kind: 'strong', text: 'Xonadonlar' },
          text(' ni '),
          { kind: 'source', number: 1 },
          text('.'),
        ],
        [text('Keyin:')],
      ],
    },
    { kind: 'list', ordered: true, start: 1, items: [[text('bosing')], [text('yozing')]] },
    { kind: 'list', ordered: false, start: 1, items: [[text('bir')]] },
    { kind: 'paragraph', lines: [[text('Tamom')]] },
  ]);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '[bosing](javascript:alert(1))',
  '# sarlavha',
  '`kod`',
  '** a **',
  '[123]',
])('%s is text', (value) =>
  expect(readRichText(value)).toEqual([{ kind: 'paragraph', lines: [[text(value)]] }]),
);

test('loses nothing but marks and spaces, for any input', () => {
  const letters = (value: string) => value.replaceAll(/[\s*[\]()•.\-\d]/g, '');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '*', '-', ' ', '\n', '[', ']', '1', '.', '<') }),
      (value) => {
        const shown = readRichText(value)
          .flatMap((block) => (block.kind === 'list' ? block.items : block.lines))
          .flat()
          .map((piece) => (piece.kind === 'source' ? '' : piece.text))
          .join('');
        expect(letters(shown)).toBe(letters(value));
      },
    ),
  );
});

test('limits files to five and ten megabytes, and reports the rejected ones with a reason', () => {
  const mb = 1024 * 1024;
  const offered = [4, 5, 2, 1].map((size, index) => ({ name: `${index}.pdf`, size: size * mb }));
  expect(takeFiles([], offered, defaultLimits)).toEqual({
    files: [offered[0], offered[1], offered[3]],
    dropped: [{ name: '2.pdf', reason: 'bytes' }],
  });
  const small = Array.from({ length: 7 }, (_, index) => ({ name: `${index}.png`, size: 1 }));
  const taken = takeFiles(small.slice(0, 2), small.slice(2), defaultLimits);
  expect(taken.files).toHaveLength(5);
  expect(taken.dropped.map(({ name, reason }) => [name, reason])).toEqual([
    ['5.png', 'count'],
    ['6.png', 'count'],
  ]);
  fc.assert(
    fc.property(fc.array(fc.record({ name: fc.string(), size: fc.nat({ max: 12 * mb }) })), (any) => {
      const { files, dropped } = takeFiles([], any, defaultLimits);
      expect(files.length + dropped.length).toBe(any.length);
      expect(files.length).toBeLessThanOrEqual(5);
      expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(10 * mb);
    }),
  );
});

test('a path leads to this product only', () => {
  const leads = (redirect: unknown) => readAnswer({ text: '', redirect })?.redirect === redirect;
  expect(['/', '/streets', '/households/7?tab=a#b'].every(leads)).toBe(true);
  const others = [
    '',
    '//evil.example',
    '/\\evil',
    'https://evil.example',
    'javascript:alert(1)',
    '/a b',
    '/a\nb',
    7,
    `/${'a'.repeat(500)}`,
  ];
  expect(others.some(leads)).toBe(false);
});
