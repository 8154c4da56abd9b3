import { expect, type CDPSession, type Page } from '@playwright/test';

/** What a page holds after its garbage has been collected. */
export interface Held {
  /** Megabytes of JavaScript's heap, compiled code included. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Measures what a page holds. */
export class Memory {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Memory> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new Memory(session);
  }

  async held(): Promise<Held> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { heap: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') };
  }

  /**
   * Runs something twice, so that code is compiled and caches are filled, then `times` times more, and expects that nothing of
   * it stays. What is freed late, such as a drawing context that still draws, is waited for.
   */
  async expectFlat(
    work: (time: number) => Promise<void>,
    { times, megabytes }: { readonly times: number; readonly megabytes: number },
  ): Promise<void> {
    for (let time = 0; time < 2; time += 1) await work(time);
    const before = await this.held();
    for (let time = 0; time < times; time += 1) await work(time);
    const grown = async () => {
      const after = await this.held();
      return {
        nodes: Math.max(0, after.nodes - before.nodes),
        listeners: Math.max(0, after.listeners - before.listeners),
        // One more of each may still be at work.
        megabytes: Math.max(0, after.heap - before.heap),
      };
    };
    await expect.poll(async () => (await grown()).nodes, { timeout: 15_000 }).toBeLessThan(times);
    const { listeners, megabytes: heap } = await grown();
    expect(listeners, 'listeners that stay').toBeLessThan(times);
    expect(heap, 'megabytes that stay').toBeLessThan(megabytes);
  }
}
