import { expect, type CDPSession, type Page } from '@playwright/test';

/** Memory of a page after a garbage collection. */
export interface Held {
  /** Megabytes of JavaScript's heap, including compiled code, and of the buffers of typed arrays. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Measures the memory of a page. */
export class Memory {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Memory> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new Memory(page, session);
  }

  async held(): Promise<Held> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    const { backingStorageSize = Number.NaN } = (await this.#session.send('Runtime.getHeapUsage')) as {
      backingStorageSize?: number;
    };
    return {
      heap: (of('JSHeapUsedSize') + backingStorageSize) / 1e6,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
    };
  }

  /** The memory once it no longer changes, in as many measurements after the first. */
  async settled(measurements = 3): Promise<Held> {
    let held = await this.held();
    for (let calm = 0; calm < measurements; calm += 1) {
      await this.#page.waitForTimeout(300);
      const now = await this.held();
      if (now.nodes !== held.nodes || now.listeners !== held.listeners) calm = -1;
      held = now;
    }
    return held;
  }

  /**
   * Runs something once, so that caches are filled, then `times` times; returns what stays of each of these. Flat means less
   * than half a node and half a listener, since some older ones may be freed meanwhile, and `megabytes`. If it is not, runs more, at most four times as often: what is
   * freed late, such as a drawing context that still draws, is freed by then, and a leak grows.
   */
  async leftBy(
    work: () => Promise<void>,
    { times, megabytes, calm }: { readonly times: number; readonly megabytes: number; readonly calm: number },
  ): Promise<{ readonly each: Held; readonly isFlat: boolean }> {
    await work();
    const before = await this.settled(calm);
    for (let done = times; ; done += times) {
      for (let time = 0; time < times; time += 1) await work();
      const after = await this.settled(calm);
      const each = {
        heap: (after.heap - before.heap) / done,
        nodes: (after.nodes - before.nodes) / done,
        listeners: (after.listeners - before.listeners) / done,
      };
      const isFlat = each.nodes < 0.5 && each.listeners < 0.5 && each.heap < megabytes;
      if (isFlat || done >= 4 * times) return { each, isFlat };
    }
  }

  /**
   * Runs something twice, so that caches are filled, then `times` times and as often again. Expects that at most
   * `spare` nodes and listeners remain of all, and `megabytes` of each of the second half: in the first half code
   * is still being compiled. Waits for memory that is freed late, such as a drawing context that still draws.
   */
  async expectFlat(
    work: (time: number) => Promise<void>,
    {
      times,
      megabytes = 0.02,
      spare = 5,
    }: { readonly times: number; readonly megabytes?: number; readonly spare?: number },
  ): Promise<void> {
    for (let time = 0; time < 2; time += 1) await work(time);
    const before = await this.settled();
    for (let time = 0; time < times; time += 1) await work(time);
    const middle = await this.settled();
    for (let time = 0; time < times; time += 1) await work(time);
    await expect(async () => {
      const after = await this.held();
      expect(after.nodes - before.nodes, 'nodes that stay').toBeLessThanOrEqual(spare);
      expect(after.listeners - before.listeners, 'listeners that stay').toBeLessThanOrEqual(spare);
      expect((after.heap - middle.heap) / times, 'megabytes that stay each time').toBeLessThan(megabytes);
    }).toPass({ timeout: 60_000, intervals: [500] });
  }
}
