import type { Page } from '@playwright/test';
import { cardsOf } from './support/applications.ts';
import { inLanguage } from './support/records.ts';
import { expect, test } from './support/test.ts';

const softly = expect.configure({ soft: true, timeout: 20_000 });

/** Records each text that a screen reader announces without focus, from now on. */
async function listen(page: Page): Promise<(live: 'polite' | 'assertive') => Promise<string>> {
  await page.evaluate(() => {
    const announced: Record<string, string> = { polite: '', assertive: '' };
    Object.assign(window, { announced: announced });
    const note = (records: readonly MutationRecord[]) => {
      for (const { target } of records) {
        const part = target instanceof Element ? target : target.parentElement;
        const region = part?.closest('[aria-live], output, [role="status"], [role="alert"]');
        if (!region) continue;
        const isUrgent = region.matches('[role="alert"], [aria-live="assertive"]');
        announced[isUrgent ? 'assertive' : 'polite'] += `${region.textContent}\n`;
      }
    };
    new MutationObserver(note).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return (live) =>
    page.evaluate(
      (which) => (window as unknown as { announced: Record<string, string> }).announced[which] ?? '',
      live,
    );
}

for (const [language, translate] of inLanguage('uz')) {
  test(`results, changes and rejections are announced without moving the focus, in ${language}`, async ({
    as,
    api,
  }) => {
    const { id } = await api.sendApplication();
    const page = await as('operator', { path: '/applications/list', language });
    await cardsOf(page).first().waitFor();

    await test.step('the number of results of a filter', async () => {
      const announced = await listen(page);
      const chip = page.getByRole('main').getByRole('button', {
        name: new RegExp(`^${translate('applications:status.rejected')}`),
      });
      const size = /\d+/.exec(await chip.innerText())?.[0] ?? 'none';
      await chip.click();
      await softly.poll(() => announced('polite')).toContain(translate('kernel:ui.found', { count: size }));
    });

    await test.step('an empty search', async () => {
      const announced = await listen(page);
      await page.getByLabel(translate('applications:list.searchLabel')).first().fill('Qqzzxw');
      await softly.poll(() => announced('polite')).toContain(translate('kernel:ui.found', { count: '0' }));
    });

    await test.step('successful and failed actions', async () => {
      await page.goto(`/applications/${id}/timeline`);
      const accept = page.getByRole('button', { name: translate('applications:detail.accept'), exact: true });
      await accept.waitFor();
      const announced = await listen(page);
      await accept.click();
      await softly.poll(() => announced('polite')).toContain(translate('applications:detail.statusChanged'));
    });
  });
}

for (const [language, translate] of inLanguage('ru')) {
  test(`the number of results is announced without moving the focus, in ${language}`, async ({ as }) => {
    const page = await as('superadmin', { path: '/users', language });
    await page.getByRole('row').nth(1).waitFor();
    const announced = await listen(page);
    await page.getByRole('main').getByRole('searchbox').first().fill('Qqzzxw');
    await softly.poll(() => announced('polite')).toContain(translate('kernel:ui.found', { count: '0' }));
  });
}
