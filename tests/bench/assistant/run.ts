import { measure, origins, type Outcome } from './measure.ts';

// `npm run bench -- assistant`: how often the first answer, or one of the first three, is an expected one;
// deterministic. `--index` leaves the classifier out.
const { outcomes, offTopic, absent, entries } = await measure({
  withClassifier: !process.argv.includes('--index'),
});
const goal = { first: 85, three: 95, offTopic: 0 } as const;

const names: Readonly<Record<(typeof origins)[number], string>> = {
  before: 'own, before the knowledge base',
  beside: 'own, beside it, tuned on',
  after: 'own, after it, learnt from since',
  'others-1': 'by others, learnt from',
  'others-2': 'by others, learnt from since',
  'others-3': 'by others, never learnt from',
  'others-4': 'blind, never learnt from',
  'others-5': 'blind to the index, asked again',
  'others-6': 'blind, asked with two versions',
  'others-7': 'blind, by another author, asked once',
  'others-8': 'blind, by another author, asked once, learnt topics from',
  'others-9': 'blind, by another author, asked once',
  development: 'by the tuner, tuned on',
  'held-out': 'by the tuner, never tuned on',
};
const groups: readonly (readonly [string, (outcome: Outcome) => boolean])[] = [
  ['all', () => true],
  ...origins.map((origin) => [names[origin], ({ question }: Outcome) => question.origin === origin] as const),
  ['Uzbek, Latin', ({ question }) => question.language === 'uz' && question.script === 'latin'],
  ['Uzbek, Cyrillic', ({ question }) => question.language === 'uz' && question.script === 'cyrillic'],
  ['Russian', ({ question }) => question.language === 'ru'],
  ['with typos', ({ question }) => question.typo],
];

print(`${outcomes.length} questions, ${offTopic.length} off topic, ${entries} entries in two languages\n`);
print(row('questions', 'n', 'first', 'of three', 'answered', 'rightly', 'wrongly', 'offered', 'off topic'));
for (const [name, isOf] of groups) {
  const own = outcomes.filter(isOf);
  const strange = offTopic.filter(isOf);
  if (own.length === 0) continue;
  const share = (is: (outcome: Outcome) => boolean) =>
    `${((own.filter(is).length / own.length) * 100).toFixed(1)} %`;
  print(
    row(
      name,
      String(own.length),
      share(({ place }) => place === 0),
      share(({ place }) => place >= 0 && place < 3),
      share(({ answered }) => answered),
      share(({ right }) => right),
      share(({ answered, right }) => answered && !right),
      share(({ offered }) => offered),
      `${strange.filter(({ answered }) => answered).length} of ${strange.length}`,
    ),
  );
}
print(`\ngoal: first ${goal.first} %, of three ${goal.three} %, off topic answered ${goal.offTopic}`);
for (const { question, best } of offTopic.filter(({ answered }) => answered)) {
  print(`  ${question.origin}  ${question.question} → ${best?.key}`);
}

const invented = absent.filter(({ answered }) => answered);
print(`\nanswered although no entry answers them: ${invented.length} of ${absent.length}`);
for (const { question, best } of invented) print(`  ${question.origin}  ${question.question} → ${best?.key}`);

const misses = outcomes.filter(({ right }) => !right);
print(`\nnot answered with an expected entry: ${misses.length}`);
for (const { question, place, answered, best } of misses) {
  const instead =
    place === 0
      ? 'found first, but not confident'
      : `${best?.key ?? 'nothing'}${answered ? '' : ', not confident'}`;
  print(`  ${question.origin}  ${question.question} → ${instead}`);
}

function row(name: string, ...cells: readonly string[]): string {
  return name.padEnd(34) + cells.map((cell) => cell.padStart(10)).join('');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
