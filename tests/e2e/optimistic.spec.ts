import type { Page } from '@playwright/test';
import { cardOf, composerOf, expectToast, timelineOf } from './support/applications.ts';
import { hold } from './support/hold.ts';
import { inLanguage } from './support/records.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import type { t } from './support/texts.ts';

type Translate = typeof t;

const acceptOf = (page: Page, translate: Translate) =>
  page.getByRole('button', { name: translate('applications:detail.accept') });
const statusOf = (page: Page) => page.locator('[data-status-control]');

for (const [language, translate] of inLanguage('uz')) {
  test(`an application opened from a list is shown before its read ends, and loses nothing, in ${language}`, async ({
    as,
    api,
  }) => {
    const { id } = await api.sendApplication({ last_name: 'Tezkorova', first_name: 'Oydin' });
    await api.sendMessage(id, 'operator', 'Hujjatlar keldi');
    const page = await as('operator', { path: '/applications/list', language });
    await cardOf(page, id).waitFor();
    // Its first connection reads everything again, which would end the held read.
    await untilLive(page);
    const reading = await hold(page, new RegExp(`/applications/${id}$`), 'GET');
    await cardOf(page, id).getByRole('link').first().click();
    await reading.sent;
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Tezkorova');
    await expect(acceptOf(page, translate)).toBeEnabled();
    const text = 'Ertaga kelamiz';
    await composerOf(page, translate).fill(text);
    await expect(timelineOf(page, translate)).not.toContainText('Hujjatlar keldi');
    reading.go();
    await expect(timelineOf(page, translate)).toContainText('Hujjatlar keldi');
    await expect(composerOf(page, translate)).toHaveValue(text);
    await expect(composerOf(page, translate)).toBeFocused();
    await composerOf(page, translate).press('Enter');
    await expectToast(page, translate('applications:composer.messageSent'));
  });

  test(`an action on an application is shown at once, and reverted with its text when it is rejected or fails, in ${language}`, async ({
    as,
    api,
  }) => {
    const { id } = await api.sendApplication();
    const page = await as('operator', { path: `/applications/${id}/timeline`, language });
    const sending = translate('applications:timeline.sending');

    await test.step('accepting an application that a colleague has accepted already', async () => {
      await acceptOf(page, translate).waitFor();
      const accepting = await hold(page, /\/actions\/statuses$/, 'POST');
      await acceptOf(page, translate).click();
      await accepting.sent;
      await expect(statusOf(page)).toContainText(translate('applications:status.accepted'));
      await expect(acceptOf(page, translate)).toBeHidden();
      await expect(timelineOf(page, translate)).toContainText(sending);
      await api.accept(id, 'superadmin');
      await api.change(id, 'superadmin', 'rejected', 'Takror ariza');
      accepting.go();
      await expect(statusOf(page)).toContainText(translate('applications:status.rejected'));
      await expect(timelineOf(page, translate)).toContainText('Takror ariza');
      await expect(timelineOf(page, translate)).not.toContainText(sending);
      await accepting.end();
    });
  });

  test(`a message and a reason return with their text after a lost connection, and are sent once, in ${language}`, async ({
    as,
    api,
  }) => {
    const { id } = await api.sendApplication();
    await api.accept(id, 'operator');
    const page = await as('operator', { path: `/applications/${id}/timeline`, language });
    const sending = translate('applications:timeline.sending');
    const words = 'Tomni koʻrdik';

    await test.step('a message', async () => {
      await composerOf(page, translate).fill(words);
      const cut = await hold(page, /\/actions\/messages$/, 'POST');
      await composerOf(page, translate).press('Enter');
      await cut.sent;
      await expect(timelineOf(page, translate)).toContainText(words);
      await expect(timelineOf(page, translate)).toContainText(sending);
      cut.cut();
      await expect(timelineOf(page, translate)).not.toContainText(words);
      await expect(composerOf(page, translate)).toHaveValue(words);
      await cut.end();
      await composerOf(page, translate).press('Enter');
      await expectToast(page, translate('applications:composer.messageSent'));
      await expect(timelineOf(page, translate).getByText(words)).toHaveCount(1);
    });

    await test.step('a status with its reason', async () => {
      await statusOf(page).getByRole('button').click();
      await page.getByRole('menuitem', { name: translate('applications:status.completed') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Bajarildi, tom yopildi');
      const cut = await hold(page, /\/actions\/statuses$/, 'POST');
      const submit = dialog.getByRole('button', { name: translate('applications:detail.submitStatus') });
      await submit.click();
      await cut.sent;
      await expect(dialog).toBeHidden();
      await expect(statusOf(page)).toContainText(translate('applications:status.completed'));
      await expect(timelineOf(page, translate)).toContainText('Bajarildi, tom yopildi');
      cut.cut();
      await expect(dialog.getByRole('textbox')).toHaveValue('Bajarildi, tom yopildi');
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expect(statusOf(page)).toContainText(translate('applications:status.accepted'));
      await cut.end();
      await submit.click();
      await expectToast(page, translate('applications:detail.statusChanged'));
      await expect(dialog).toBeHidden();
    });

    const { actions } = await api.get<{ actions: { message?: { message: string } }[] }>(
      `applications/${id}`,
      'operator',
    );
    expect(actions.filter(({ message }) => message?.message === words)).toHaveLength(1);
  });
}

test('the first application opens at once, since its code was loaded with the list', async ({ as, api }) => {
  const { id } = await api.sendApplication({ last_name: 'Darholova', first_name: 'Oydin' });
  const page = await as('operator', { path: '/applications/list' });
  await cardOf(page, id).waitFor();
  const code = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/detail-page-'))?.name,
  );
  // Resolves once all its imports are loaded.
  await code.evaluate(async (address) => void (await import(String(address))));
  // Between the two pages, a placeholder would have no heading.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('main h1') === null) document.body.dataset['placeholder'] = 'shown';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await cardOf(page, id).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Darholova');
  await expect(page.locator('body')).not.toHaveAttribute('data-placeholder');
});
