import type { Browser } from '@playwright/test';
import type { Site } from '../../e2e/support/site.ts';
import { openBrowser } from './browser.ts';
import type { Counts } from './count.ts';
import { countOnce, serveEditor, timeOnce, weigh } from './measure.ts';
import type { Cost } from './metrics.ts';
import { measureMounts, mountPart } from './mounts.ts';
import { buildPages, editorNames, type EditorName } from './peers.ts';
import { steps } from './pointer.ts';
import { scenarios, type Scenario } from './scenarios.ts';
import { percentile, print } from './table.ts';

/** The options for measuring the editors. */
export interface EditorsOptions {
  readonly rounds: number;
  /** Only rows with this name or prefix; all if empty. */
  readonly part: string;
  /** Only these editors, and always ours; all if empty. */
  readonly chosen: readonly string[];
  /** Keeps the installed packages for the next run. */
  readonly keep: boolean;
}

interface Figure extends Cost, Counts {}

/** Measures every editor, prints a table per scenario, and returns whether every row was reached. */
export async function measureEditors({ rounds, part, chosen, keep }: EditorsOptions): Promise<boolean> {
  const selected = scenarios.filter((one) => one.part.startsWith(part));
  const comesAndGoes = mountPart.startsWith(part);
  const alone = !comesAndGoes && selected.every(({ longestTaskGoalMs }) => longestTaskGoalMs !== undefined);
  const isSelected = (name: EditorName) => !alone && (chosen.length === 0 || chosen.includes(name));
  const pages = await buildPages(keep, isSelected);
  const names = editorNames.filter((name) => name === 'komak' || isSelected(name));
  const browser = await openBrowser();
  try {
    const sites = new Map(
      await Promise.all(
        names
          .filter((name) => !pages.missing.has(name))
          .map(async (name) => [name, await serveEditor(pages, name)] as const),
      ),
    );
    for (const name of names) {
      const site = sites.get(name);
      const size = site ? `${(await weigh(browser, site).catch(() => Number.NaN)) / 1000}` : '–';
      const kilobytes = Number(size).toFixed(0);
      print(name, `${kilobytes} kB`, `  ${pages.notes.get(name) ?? ''}`);
    }
    let reached = true;
    for (const scenario of selected)
      reached = (await measureScenario(browser, sites, scenario, rounds)) && reached;
    if (comesAndGoes) reached = (await measureMounts(browser, sites)) && reached;
    await Promise.all([...sites.values()].map((site) => site.close()));
    return reached;
  } finally {
    await browser.close();
    await pages.remove();
  }
}

/** An editor that needs longer for a round is measured once in that scenario, in milliseconds. */
const slowMs = 30_000;

async function measureScenario(
  browser: Browser,
  sites: ReadonlyMap<EditorName, Site>,
  scenario: Scenario,
  rounds: number,
): Promise<boolean> {
  const results = new Map<EditorName, Figure | string>();
  const costs = new Map<EditorName, Cost[]>();
  const slow = new Set<EditorName>();
  // Alternating, so that other load on the machine affects all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, site] of sites) {
      if (typeof results.get(name) === 'string' || slow.has(name)) continue;
      if (scenario.longestTaskGoalMs !== undefined && name !== 'komak') {
        results.set(name, 'takes no text');
        continue;
      }
      const start = performance.now();
      try {
        const cost = await timeOnce(browser, site, scenario);
        costs.set(name, [...(costs.get(name) ?? []), cost]);
        if (performance.now() - start > slowMs) slow.add(name);
      } catch (error) {
        results.set(name, describeFailure(error));
      }
    }
  }
  for (const [name, site] of sites) {
    if (typeof results.get(name) === 'string') continue;
    try {
      const counts = await countOnce(browser, site, scenario);
      results.set(name, { ...medianOf(costs.get(name) ?? []), ...counts });
    } catch (error) {
      results.set(name, describeFailure(error));
    }
  }
  return printScenario(scenario, results);
}

function describeFailure(error: unknown): string {
  return `failed: ${String(error).split('\n')[0]}`;
}

function printScenario(scenario: Scenario, results: ReadonlyMap<EditorName, Figure | string>): boolean {
  print('');
  const titles = [
    'main CPU ms',
    'tasks ms',
    'longest ms',
    'drawn',
    'p95 gap ms',
    'draw calls',
    'kB sent',
    'reads',
  ];
  print(scenario.name, ...titles);
  for (const [name, result] of results) {
    if (typeof result === 'string') {
      print(`  ${name}`, `  ${result}`);
      continue;
    }
    const { cpu, wall, longest, pictures, draws, bytes, reads } = result;
    const drawn = scenario.pictures === null ? String(pictures) : `${Math.min(pictures, steps)}/${steps}`;
    print(
      `  ${name}`,
      cpu.toFixed(0),
      wall.toFixed(0),
      longest === 0 ? '<50' : longest.toFixed(0),
      drawn,
      gapOf(result).toFixed(0),
      String(draws),
      (bytes / 1000).toFixed(0),
      String(reads),
    );
  }
  return verdictOf(scenario, results);
}

/**
 * Whether a row was reached: no slower than the best other editor, within its own goals, everything drawn and
 * no pixels read back.
 */
function verdictOf(scenario: Scenario, results: ReadonlyMap<EditorName, Figure | string>): boolean {
  const { cpuGoalMs = Infinity, longestTaskGoalMs = Infinity, gapGoal, pictures } = scenario;
  const own = results.get('komak');
  if (typeof own !== 'object') return false;
  const others = [...results].flatMap(([name, result]) =>
    name === 'komak' || typeof result === 'string' ? [] : [result],
  );
  const checks: boolean[] = [];
  const evaluate = (label: string, value: string, isReached: boolean) => {
    checks.push(isReached);
    print(label, value, isReached ? 'reached' : 'MISSED');
  };
  const best = (of: (figure: Figure) => number) => Math.min(...others.map(of));
  if (others.length > 0) {
    const cpu = own.cpu / best((other) => other.cpu);
    evaluate('  ours to the best other', cpu.toFixed(2), cpu <= 1);
    const gap = gapOf(own) / best(gapOf);
    if (gapGoal !== undefined)
      evaluate(`  p95 gap to the best other, ${gapGoal.toFixed(2)}`, gap.toFixed(2), gap <= gapGoal);
  } else if (results.size > 1) print('  no other editor to compare with');
  if (pictures !== null) evaluate('  every step drawn', String(own.pictures), own.pictures >= pictures);
  if (cpuGoalMs < Infinity) evaluate(`  goal ${cpuGoalMs} ms`, own.cpu.toFixed(0), own.cpu <= cpuGoalMs);
  if (longestTaskGoalMs < Infinity)
    evaluate(
      `  no task over ${longestTaskGoalMs} ms`,
      own.longest.toFixed(0),
      own.longest <= longestTaskGoalMs,
    );
  if (own.reads > 0) evaluate('  no pixels read back', String(own.reads), false);
  return checks.every(Boolean);
}

/** The 95th percentile between two frames, in milliseconds. */
function gapOf({ gaps }: Figure): number {
  return percentile(gaps, 0.95);
}

function medianOf(costs: readonly Cost[]): Cost {
  const median = (of: (cost: Cost) => number) => percentile(costs.map(of), 0.5);
  return {
    cpu: median(({ cpu }) => cpu),
    wall: median(({ wall }) => wall),
    longest: median(({ longest }) => longest),
  };
}
