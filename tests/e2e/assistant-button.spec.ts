import { cardsOf, composerOf, padId } from './support/applications.ts';
import { assistantButton, expectInTopBar, expectNothingUnder } from './support/covered.ts';
import { everyPath } from './support/every-path.ts';
import { goTo } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const sizes = [
  { width: 375, height: 812 },
  { width: 1366, height: 768 },
  { width: 1440, height: 800 },
] as const;

for (const viewport of sizes) {
  const isPhone = viewport.width < 768;
  const start = { viewport, touch: isPhone };
  // On a phone the button is in the top bar; elsewhere it floats.
  const expectNothingCovered = isPhone ? expectInTopBar : expectNothingUnder;

  test(`the assistant's button covers nothing on any page, ${viewport.width} px wide`, async ({
    as,
    api,
    server,
  }) => {
    const paths = await everyPath(server.url, api, 6);
    const page = await as('superadmin', { path: '/settings', ...start });
    await expect(page.locator(assistantButton)).toBeVisible();
    for (const path of paths) {
      await goTo(page, path);
      await expectNothingCovered(page, assistantButton, path);
    }
  });

  test(`the assistant's button yields to bars, dialogs and messages, ${viewport.width} px wide`, async ({
    as,
    api,
  }) => {
    const { id } = await api.sendApplication();
    const page = await as('operator', { path: '/applications/list', ...start });
    await expect(page.locator(assistantButton)).toBeVisible();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await test.step('the bar of a selection in the list, and its dialog', async () => {
      await press(t('applications:bulk.select'));
      await cardsOf(page).first().getByRole('checkbox').check();
      await expect(page.getByRole('region', { name: t('applications:bulk.bar') })).toBeVisible();
      await expectNothingCovered(page, assistantButton, 'the bar of a choice');
      await press(t('applications:bulk.chooseAction'));
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
      await expectNothingCovered(page, assistantButton, 'a dialog with a form');
      await page.keyboard.press('Escape');
    });

    await test.step('an open application, a message about it, its composer and its dialogs', async () => {
      await page.goto(`/applications/${id}/timeline`);
      await press(t('applications:detail.accept'));
      await expect(page.getByText(t('applications:detail.statusChanged')).first()).toBeVisible();
      await expectNothingCovered(page, assistantButton, 'a message over a case');
      await press(t('applications:composer.task'));
      await expect(page.getByRole('combobox', { name: t('applications:composer.receiver') })).toBeVisible();
      await expectNothingCovered(page, assistantButton, 'the composer of a task');
      await composerOf(page).fill('Uyini koʻring.\n\n\n\n\n\nYana bir bor.');
      await expectNothingCovered(page, assistantButton, 'a long task');
      await composerOf(page).blur();
      await page
        .getByRole('button', { name: new RegExp(t('applications:detail.changeStatus')) })
        .first()
        .click();
      await page.getByRole('menuitem', { name: t('applications:status.completed') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothingCovered(page, assistantButton, `a dialog over № ${padId(id)}`);
    });
  });
}
