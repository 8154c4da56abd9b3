import type { Page, Route } from '@playwright/test';

/** Delays the first call to an address until it is released or aborted; later ones pass. */
export async function hold(page: Page, address: RegExp, method: string) {
  const held = Promise.withResolvers<Route>();
  const response = Promise.withResolvers<(route: Route) => Promise<void>>();
  let isHeld = false;
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback();
    isHeld = true;
    held.resolve(route);
    await (
      await response.promise
    )(route);
  });
  return {
    /** Resolves when it has been sent. */
    sent: held.promise,
    go: () => response.resolve((route) => route.continue()),
    cut: () => response.resolve((route) => route.abort('connectionreset')),
    async end() {
      await page.unroute(address);
    },
  };
}

/**
 * Loses the response to the first POST of an address, which the server has handled. Reads of the same address pass: a page
 * reads again when its socket connects.
 */
export async function loseResponse(page: Page, address: string): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}
