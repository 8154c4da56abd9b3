import { expect, test } from 'vitest';
import { parseKnowledge } from './share-knowledge.ts';

const where = { plugin: 'queue', file: 'queue.md' };
const whole = `# hall
path: /queue
audience: public

## uz: Zal qayerda?
? kutish zali
? navbat
Birinchi qavatda.

- chapda

## ru: Где зал?
На первом этаже.

# wait
## uz: Qancha kutaman?
Besh daqiqa.
## ru: Сколько ждать?
Пять минут.
`;

test('reads entries with their settings, phrasings and answers', () => {
  expect(parseKnowledge(whole, where)).toEqual([
    {
      key: 'queue/hall',
      path: '/queue',
      audience: 'public',
      uz: { name: 'Zal qayerda?', asks: 'kutish zali\nnavbat', text: 'Birinchi qavatda.\n\n- chapda' },
      ru: { name: 'Где зал?', asks: '', text: 'На первом этаже.' },
    },
    {
      key: 'queue/wait',
      path: null,
      audience: 'staff',
      uz: { name: 'Qancha kutaman?', asks: '', text: 'Besh daqiqa.' },
      ru: { name: 'Сколько ждать?', asks: '', text: 'Пять минут.' },
    },
  ]);
});

test.each([
  ['a language is missing', '# a\n## uz: A?\nA.', 'queue.md:1: the entry has no text in ru'],
  ['an answer is missing', '# a\n## uz: A?\n## ru: А?\nА.', 'queue.md:1: the entry has no text in uz'],
  ['an unknown language', '# a\n## en: A?\nA.', 'queue.md:2: "## en: A?" is neither a key nor a language'],
  ['an unknown setting', '# a\ncolor: red', 'queue.md:2: "color: red" is not a setting of an entry'],
  ['another site', '# a\npath: https://x', 'queue.md:2: "path: https://x" is not a setting of an entry'],
  ['words before the first entry', 'hello', 'queue.md:1: an entry begins with "# key"'],
])('%s: the error names the location', (_, text, message) => {
  expect(() => parseKnowledge(text, where)).toThrow(message);
});
