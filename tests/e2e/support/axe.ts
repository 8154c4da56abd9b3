import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds in the page, or in a part of it, in words. */
export async function troublesOf(page: Page, within?: string): Promise<string[]> {
  // A page of ours has no frames: what axe needs for them costs another page each time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact ?? 'unknown'} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`,
  );
}

/** Only what keeps somebody out. */
export async function graveTroublesOf(page: Page): Promise<string[]> {
  return (await troublesOf(page)).filter((trouble) => /^(serious|critical) /.test(trouble));
}
