import type { Page } from '@playwright/test';
import {
  addButtonOf,
  dialogOf,
  fillNames,
  makeRecord,
  rowOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import type { PrepareScreen } from './support/screen-states.ts';
import { testScreens, type Screen } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const historyOf = (page: Page, say = t) =>
  page.getByRole('dialog', { name: say('kernel:history.title'), exact: true });

test('a name goes back to what it was, and forth again', async ({ as, api }) => {
  const mark = uniqueMark();
  const record = await makeRecord(api, 'directions');
  await api.write(
    'PUT',
    `directions/${record.id}`,
    { uz: { name: `Yangi ${mark}` }, ru: record.ru },
    'superadmin',
  );
  const page = await as('superadmin', { path: `/directions?search=${mark}` });
  await rowOf(page, mark).click();
  const form = dialogOf(page, t('directions:editTitle'));
  await form.getByRole('button', { name: t('kernel:history.title') }).click();
  const history = historyOf(page);
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText(record.uz.name);
  await history.getByRole('button', { name: t('kernel:history.restore') }).click();
  const preview = page.getByRole('dialog').last();
  await expect(preview).toContainText(t('kernel:history.previewText'));
  await preview.getByRole('button', { name: t('kernel:history.confirm'), exact: true }).click();
  await expect(history).toContainText(t('kernel:history.restored'));
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await history.getByRole('button', { name: t('kernel:history.undo') }).click();
  await expect(history).toContainText(t('kernel:history.undone'));
});

const opened: PrepareScreen = async (page, say) => {
  await page.locator('main tbody tr:not([data-kind])').first().waitFor();
  await page.locator('main tbody tr:not([data-kind])').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('kernel:history.title') })
    .click();
  await historyOf(page, say).getByRole('listitem').first().waitFor();
};

const screens: readonly Screen[] = [
  {
    name: 'history-direction',
    login: 'superadmin',
    path: '/directions',
    async idOf(api) {
      const record = await makeRecord(api, 'directions');
      const names = {
        uz: { name: `A0 Boshqa nom ${uniqueMark()}` },
        ru: { name: `А0 Другое имя ${uniqueMark()}` },
      };
      await api.write('PUT', `directions/${record.id}`, names, 'superadmin');
      return record.id;
    },
    ready: opened,
  },
];
testScreens(screens);
void [addButtonOf, fillNames, saveButtonOf];
