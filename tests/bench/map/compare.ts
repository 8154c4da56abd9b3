import { openBrowser } from './browser.ts';
import type { Counts } from './count.ts';
import { countOnce, serveEditor, timeOnce, weigh } from './measure.ts';
import type { Cost } from './metrics.ts';
import { buildPages, editorNames, type EditorName } from './peers.ts';
import { steps } from './pointer.ts';
import { scenarios, type Scenario } from './scenarios.ts';

/** What of the editors is measured. */
export interface EditorsOptions {
  readonly rounds: number;
  /** Only the rows whose name holds this text. */
  readonly only: string;
  /** Only these editors, ours always; none named are all. */
  readonly chosen: readonly string[];
  /** Keep what was installed for the next run. */
  readonly keep: boolean;
}

interface Figure extends Cost, Counts {}

/** Measures every editor, prints a table a scenario, and answers whether every row was reached. */
export async function measureEditors({ rounds, only, chosen, keep }: EditorsOptions): Promise<boolean> {
  const pages = await buildPages(keep);
  const names = editorNames.filter(
    (name) => name === 'komak' || chosen.length === 0 || chosen.includes(name),
  );
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
    for (const scenario of scenarios.filter(({ name }) => name.includes(only))) {
      const figures = new Map<EditorName, Figure | string>();
      const costs = new Map<EditorName, Cost[]>();
      // In turn, so that whatever else the machine does meets all of them.
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, site] of sites) {
          if (typeof figures.get(name) === 'string') continue;
          try {
            const cost = await timeOnce(browser, site, scenario);
            costs.set(name, [...(costs.get(name) ?? []), cost]);
          } catch (error) {
            figures.set(name, String(error).split('\n')[0] ?? '');
          }
        }
      }
      for (const [name, site] of sites) {
        if (typeof figures.get(name) === 'string') continue;
        const counts = await countOnce(browser, site, scenario);
        figures.set(name, { ...medianOf(costs.get(name) ?? []), ...counts });
      }
      reached = printScenario(scenario, figures) && reached;
    }
    await Promise.all([...sites.values()].map((site) => site.close()));
    return reached;
  } finally {
    await browser.close();
    await pages.remove();
  }
}

function printScenario(scenario: Scenario, figures: ReadonlyMap<EditorName, Figure | string>): boolean {
  print('');
  print(scenario.name, 'main CPU ms', 'tasks ms', 'drawn', 'p95 gap ms', 'draw calls', 'kB sent', 'reads');
  for (const [name, figure] of figures) {
    if (typeof figure === 'string') {
      print(`  ${name}`, `  failed: ${figure}`);
      continue;
    }
    const { cpu, wall, pictures, gaps, draws, bytes, reads } = figure;
    const drawn = scenario.pictures === null ? String(pictures) : `${Math.min(pictures, steps)}/${steps}`;
    print(
      `  ${name}`,
      cpu.toFixed(0),
      wall.toFixed(0),
      drawn,
      percentile(gaps, 0.95).toFixed(0),
      String(draws),
      (bytes / 1000).toFixed(0),
      String(reads),
    );
  }
  const own = figures.get('komak');
  const others = [...figures].flatMap(([name, figure]) =>
    name === 'komak' || typeof figure === 'string' ? [] : [figure.cpu],
  );
  const best = Math.min(...others);
  const reached =
    typeof own === 'object' && own.cpu <= best && own.reads === 0 && own.pictures >= (scenario.pictures ?? 0);
  const ratio = typeof own === 'object' && others.length > 0 ? own.cpu / best : Number.NaN;
  print('  ours to the best other', ratio.toFixed(2), reached ? 'reached' : 'MISSED');
  return reached;
}

function medianOf(costs: readonly Cost[]): Cost {
  return {
    cpu: percentile(
      costs.map(({ cpu }) => cpu),
      0.5,
    ),
    wall: percentile(
      costs.map(({ wall }) => wall),
      0.5,
    ),
  };
}

/** The value below which a share of the others lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(first: string, ...cells: readonly string[]): void {
  process.stdout.write(
    `${[first.padEnd(34), ...cells.map((cell) => cell.padStart(11))].join(' ').trimEnd()}\n`,
  );
}
