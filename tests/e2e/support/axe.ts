import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Found {
  readonly html: string;
  readonly target: readonly unknown[];
}

/** Stands around what is open and passes the focus on as soon as it gets it: nobody is ever there. */
const guard = '[data-base-ui-focus-guard]';

/** What axe finds in the page, or in a part of it, in words. */
export async function troublesOf(page: Page, within?: string): Promise<string[]> {
  // A page of ours has no frames: what axe needs for them costs another page each time.
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude(guard);
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
  const found: string[] = [];
  for (const { id, impact, nodes } of violations) {
    const own = id === 'region' ? await outsideOfPopups(page, nodes) : nodes;
    const words = own.map(({ html }) => html.slice(0, 200)).join('\n    ');
    if (own.length > 0) found.push(`${impact ?? 'unknown'} ${id}: ${words}`);
  }
  return found;
}

/**
 * Menus and lists stand at the end of the page while they are open, outside of its landmarks: they belong to the button that
 * has opened them, and is there.
 */
async function outsideOfPopups(page: Page, nodes: readonly Found[]): Promise<readonly Found[]> {
  const places = nodes.map(({ target }) => String(target[0]));
  const popups = await page.evaluate(
    (all) => all.map((place) => Boolean(document.querySelector(place)?.closest('[data-base-ui-portal]'))),
    places,
  );
  return nodes.filter((_node, index) => !popups[index]);
}

/** Only what keeps somebody out. */
export async function graveTroublesOf(page: Page): Promise<string[]> {
  return (await troublesOf(page)).filter((trouble) => /^(serious|critical) /.test(trouble));
}
