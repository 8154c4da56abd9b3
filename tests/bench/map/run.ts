/**
 * The map beside other editors, and with a hundred thousand places:
 * `npm run bench -- map [--rounds N] [--only text] [--editors a,b] [--part editors|large] [--keep]`.
 *
 * Editors: the same polygons and the same pointer, 60 steps on 800×600 pixels of blank ground, in a Chromium without a
 * graphics card. The others are installed into a folder of their own and bundled there as ours is. A figure is the median
 * of some rounds, in turn, of the processor time of the page's main thread; beside it stands the time of its tasks with all
 * waiting. What the drawing itself takes, on the threads of the GPU process, is in neither. A row is `reached` when ours is
 * no more than the best other, every step was drawn, and no pixel was read back.
 */
import { parseArgs } from 'node:util';
import { measureEditors } from './compare.ts';
import { measureLarge } from './large.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    editors: { type: 'string', default: '' },
    part: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error(`--rounds takes a whole number, not ${values.rounds}`);

const verdicts: boolean[] = [];
if (values.part !== 'large') {
  const chosen = values.editors.split(',').filter((name) => name !== '');
  verdicts.push(await measureEditors({ rounds, only: values.only, chosen, keep: values.keep }));
}
if (values.part !== 'editors') verdicts.push(await measureLarge({ rounds }));
process.exitCode = verdicts.every(Boolean) ? 0 : 1;
