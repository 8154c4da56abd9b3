import { measure, type Outcome } from './measure.ts';

// `npm run bench -- assistant`: how often the first answer, or one of the first three, is a wanted one; deterministic.
const { outcomes, offTopic, entries } = await measure();
const goal = { first: 85, three: 95, offTopic: 0 } as const;

const groups: readonly (readonly [string, (outcome: Outcome) => boolean])[] = [
  ['all', () => true],
  ['written before the knowledge base', ({ question }) => question.blind],
  ['written beside it, and tuned on', ({ question }) => !question.blind && !question.fresh],
  ['written after it, nothing tuned on', ({ question }) => question.fresh],
  ['Uzbek, Latin', ({ question }) => question.language === 'uz' && question.script === 'latin'],
  ['Uzbek, Cyrillic', ({ question }) => question.language === 'uz' && question.script === 'cyrillic'],
  ['Russian', ({ question }) => question.language === 'ru'],
  ['with slips of the hand', ({ question }) => question.typo],
];

print(`${outcomes.length} questions, ${offTopic.length} off topic, ${entries} entries in two languages\n`);
print(row('questions', 'n', 'first', 'of three', 'answered', 'wrongly'));
for (const [name, isOf] of groups) {
  const own = outcomes.filter(isOf);
  const share = (is: (outcome: Outcome) => boolean) =>
    `${((own.filter(is).length / own.length) * 100).toFixed(1)} %`;
  print(
    row(
      name,
      String(own.length),
      share(({ place }) => place === 0),
      share(({ place }) => place >= 0 && place < 3),
      share(({ answered }) => answered),
      share(({ answered, place }) => answered && place !== 0),
    ),
  );
}
const wrongly = offTopic.filter(({ answered }) => answered);
print(`\noff topic and answered: ${wrongly.length} of ${offTopic.length}`);
for (const { question, best } of wrongly) print(`  ${question.question} → ${best?.key}`);
print(`goal: first ${goal.first} %, of three ${goal.three} %, off topic ${goal.offTopic}`);

const misses = outcomes.filter(({ place, answered }) => place !== 0 || !answered);
print(`\nnot answered with a wanted entry: ${misses.length}`);
for (const { question, place, answered, best } of misses) {
  const instead =
    place === 0 ? 'found, and not sure of' : `${best?.key ?? 'nothing'}${answered ? '' : ', not sure of'}`;
  print(
    `  ${question.blind ? 'blind' : question.fresh ? 'fresh' : 'tuned'}  ${question.question} → ${instead}`,
  );
}

function row(name: string, ...cells: readonly string[]): string {
  return name.padEnd(36) + cells.map((cell) => cell.padStart(10)).join('');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
