import type { CDPSession, Page } from '@playwright/test';

/** The time of the page's main thread, in milliseconds. */
export interface Cost {
  /** Its CPU time, which excludes other load on the machine. */
  readonly cpu: number;
  /** From the start of each task to its end, including waiting. */
  readonly wall: number;
  /** The longest task; tasks under 50 ms are not counted. */
  readonly longest: number;
}

interface TimedPage extends Window {
  /** Resets, and returns the duration of the longest task so far. */
  longestTask(): number;
}

/** Runs in the page first: records long tasks. */
export function watchTasks(): void {
  let longest = 0;
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  Object.assign(window, {
    longestTask() {
      note(observer.takeRecords());
      const found = longest;
      longest = 0;
      return found;
    },
  });
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as TimedPage).longestTask?.() ?? Number.NaN);
}

/** The main thread of a page. Two sessions, since each measures one kind of time. */
export class MainThread {
  readonly #page: Page;
  readonly #cpu: CDPSession;
  readonly #wall: CDPSession;

  private constructor(page: Page, cpu: CDPSession, wall: CDPSession) {
    this.#page = page;
    this.#cpu = cpu;
    this.#wall = wall;
  }

  static async of(page: Page): Promise<MainThread> {
    const [cpu, wall] = await Promise.all([
      page.context().newCDPSession(page),
      page.context().newCDPSession(page),
    ]);
    await cpu.send('Performance.enable', { timeDomain: 'threadTicks' });
    await wall.send('Performance.enable', { timeDomain: 'timeTicks' });
    return new MainThread(page, cpu, wall);
  }

  /** Runs some work, and returns the cost of all tasks of the page during it. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    await longestTask(this.#page);
    const before = await this.#read();
    await work();
    const after = await this.#read();
    const longest = await longestTask(this.#page);
    return { cpu: after.cpu - before.cpu, wall: after.wall - before.wall, longest };
  }

  async #read(): Promise<Omit<Cost, 'longest'>> {
    const [cpu, wall] = await Promise.all([taskDuration(this.#cpu), taskDuration(this.#wall)]);
    return { cpu, wall };
  }
}

async function taskDuration(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('the browser does not count the time of its tasks');
  return seconds * 1000;
}
