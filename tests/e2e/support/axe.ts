import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Found {
  readonly html: string;
  readonly target: readonly unknown[];
}

/** Focus guards around popups pass the focus on immediately, so users never stay on them. */
const guard = '[data-base-ui-focus-guard]';

/** Rules of WCAG 2.1 and 2.2 that axe omits by default: 2.5.8, 1.3.4, 2.5.3 and 1.3.1. */
const moreRules = Object.fromEntries(
  [
    'target-size',
    'css-orientation-lock',
    'label-content-name-mismatch',
    'p-as-heading',
    'table-fake-caption',
  ].map((id) => [id, { enabled: true }]),
);

/**
 * The violations that axe finds in the page, or in a part of it, as text. If the page is still being painted
 * in another theme or size, it is checked again.
 */
export async function accessibilityIssuesOf(page: Page, within?: string): Promise<string[]> {
  const issues = await analyze(page, within);
  if (issues.length === 0) return issues;
  await page.waitForTimeout(1000);
  return analyze(page, within);
}

async function analyze(page: Page, within?: string): Promise<string[]> {
  // Pages have no frames; axe would open another page for them each time.
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: moreRules })
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

/** Open menus and lists are portals at the end of the page, outside their button's landmark. */
async function outsideOfPopups(page: Page, nodes: readonly Found[]): Promise<readonly Found[]> {
  const places = nodes.map(({ target }) => String(target[0]));
  const popups = await page.evaluate(
    (all) => all.map((place) => Boolean(document.querySelector(place)?.closest('[data-base-ui-portal]'))),
    places,
  );
  return nodes.filter((_node, index) => !popups[index]);
}

/** The serious and critical violations. */
export async function seriousAccessibilityIssuesOf(page: Page): Promise<string[]> {
  return (await accessibilityIssuesOf(page)).filter((issue) => /^(serious|critical) /.test(issue));
}
