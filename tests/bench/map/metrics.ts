import type { CDPSession, Page } from '@playwright/test';

/** What something cost the page's main thread, in milliseconds. */
export interface Cost {
  /** Its processor time: what other work on the machine takes is not in it. */
  readonly cpu: number;
  /** From the beginning of each task to its end, with all waiting. */
  readonly wall: number;
}

/** The main thread of a page. Two sessions, since each counts in one kind of time. */
export class MainThread {
  readonly #cpu: CDPSession;
  readonly #wall: CDPSession;

  private constructor(cpu: CDPSession, wall: CDPSession) {
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
    return new MainThread(cpu, wall);
  }

  /** Does something, and answers what all tasks of the page cost meanwhile. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    const before = await this.#read();
    await work();
    const after = await this.#read();
    return { cpu: after.cpu - before.cpu, wall: after.wall - before.wall };
  }

  async #read(): Promise<Cost> {
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
