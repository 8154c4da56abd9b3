/**
 * How fast clients update when an external plugin changes: `npm run bench -- plugins [--versions N]`.
 *
 * Upgrades on two servers with one PostgreSQL and a browser on the second server, and saves in a source that
 * `komak plugin dev` watches, with a browser on the plugin's page. Times are in milliseconds; the goal is at
 * most one second for the slowest.
 */
import { parseArgs } from 'node:util';
import { percentile } from '../support/percentile.ts';
import { measureSaves } from './develop.ts';
import { withSystem } from './system.ts';
import { measureUpgrades } from './upgrade.ts';

const goalMs = 1000;

function print(times: Readonly<Record<string, readonly number[]>>): boolean {
  process.stdout.write(`${''.padEnd(26)} median     max   goal  reached\n`);
  return Object.entries(times)
    .map(([name, list]) => {
      const max = Math.max(...list);
      const cells = [percentile(list, 0.5), max, goalMs].map((value) => value.toFixed(0).padStart(7));
      process.stdout.write(`${name.padEnd(26)}${cells.join(' ')}  ${max <= goalMs ? 'yes' : 'NO'}\n`);
      return max <= goalMs;
    })
    .every(Boolean);
}

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { versions: { type: 'string', default: '20' } },
});
const versions = Number(values.versions);
const upgrades = await withSystem((system) => measureUpgrades(system, versions));
const saves = await withSystem((system) => measureSaves(system, versions));
if (!print({ ...upgrades, ...saves })) process.exitCode = 1;
