/**
 * The map compared with other editors, and with a hundred thousand places: `npm run bench -- map [--part
 * NAME] [--rounds N] [--editors a,b] [--keep]`.
 *
 * Parts: `editors` (all rows of the table), `large`, or a single row: `drag-among-1000`, `drag-1000`,
 * `drag-5000`, `shared-1000`, `shared-5000`, `pan-100`, `pan-1000`, `load-5000`, `import`, `mount`, `check`;
 * a prefix selects every row that starts with it (`drag`).
 *
 * `shared` drags a border shared by two polygons: with ours both move, with the others only one. `check`
 * finds gaps and overlaps in forty areas of two thousand corners.
 *
 * Editors: the same polygons and the same pointer, 60 steps on 800×600 pixels without a basemap, in a
 * Chromium without a GPU; each with the toolbar that it brings. The others are installed into a separate folder and bundled there like ours. A
 * figure is the median over some alternating rounds of the CPU time of the page's main thread; beside it are
 * the duration of its tasks including waiting, and the longest task. Neither includes the drawing itself, on
 * the threads of the GPU process. A row is `reached` if ours is no slower than the best other editor and
 * within its own goals, every step was drawn, and no pixel was read back.
 */
import { parseArgs } from 'node:util';
import { checkPart, measureCheck } from './check.ts';
import { measureEditors } from './compare.ts';
import { measureLarge } from './large.ts';
import { mountPart } from './mounts.ts';
import { scenarios } from './scenarios.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: 'string', default: '3' },
    editors: { type: 'string', default: '' },
    part: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error(`--rounds takes a whole number above 0, not ${values.rounds}`);

const { part, keep } = values;
const rows = [...scenarios.map((one) => one.part), mountPart, checkPart];
if (part !== '' && part !== 'editors' && part !== 'large' && !rows.some((row) => row.startsWith(part)))
  throw new Error(`--part takes editors, large or one of ${rows.join(', ')}`);

const verdicts: boolean[] = [];
if (part !== 'large' && part !== checkPart) {
  const chosen = values.editors.split(',').filter((name) => name !== '');
  verdicts.push(await measureEditors({ rounds, part: part === 'editors' ? '' : part, chosen, keep }));
}
if (part === '' || part === checkPart) verdicts.push(measureCheck());
if (part === '' || part === 'large') verdicts.push(await measureLarge({ rounds }));
process.exitCode = verdicts.every(Boolean) ? 0 : 1;
