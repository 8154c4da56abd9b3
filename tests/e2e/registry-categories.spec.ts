import type { Locator } from '@playwright/test';
import { expectToast } from './support/applications.ts';
import {
  addButtonOf,
  dialogOf,
  fillNames,
  inLanguage,
  makeRecord,
  nameField,
  rowOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/household_categories';

for (const [language, translate] of inLanguage('ru')) {
  test(`adds a category with a colour and changes it, in ${language}`, async ({ as }) => {
    const mark = uniqueMark();
    const names = { uz: `Yosh oila ${mark}`, ru: `Молодая семья ${mark}` };
    const page = await as('superadmin', { path, language });
    await addButtonOf(page, translate).click();
    const dialog = dialogOf(page, translate('household_categories:addTitle'));
    await saveButtonOf(dialog, 'add', translate).click();
    await expect(dialog.getByText(translate('household_categories:nameRequired')).first()).toBeVisible();
    await expect(dialog.getByText(translate('household_categories:colorRequired'))).toBeVisible();
    await expect(nameField(dialog, 'uz')).toBeFocused();

    await fillNames(dialog, names);
    await dialog.getByTitle('#2fa36b').click();
    await saveButtonOf(dialog, 'add', translate).click();
    await expectToast(page, translate('household_categories:added', { name: names[language] }));
    await expect(rowOf(page, names[language])).toContainText('#2fa36b');

    await rowOf(page, names[language]).click();
    const editing = dialogOf(page, translate('household_categories:editTitle'));
    await codeOf(editing).fill('#123456');
    await saveButtonOf(editing, 'update', translate).click();
    await expectToast(page, translate('household_categories:updated'));
    await expect(rowOf(page, names[language])).toContainText('#123456');
  });
}

test('texts are those of the specification', () => {
  expect(t('household_categories:nameRequired')).toBe('Toifa nomi kiritish shart!');
  expect(t('household_categories:colorRequired')).toBe('Toifa rangi kiritish shart!');
  expect(t('household_categories:added', { name: 'Yosh oila' })).toBe("Yosh oila qo'shildi!");
  expect(t('household_categories:updated')).toBe('Toifa yangilandi');
});

test('a colour changed by another user is compared, taken and changed again', async ({ as, api }) => {
  const { id, uz, ru } = await makeRecord(api, 'household-categories', { color: '#0b7480' });
  const page = await as('superadmin', { path: `${path}?search=${encodeURIComponent(uz.name)}` });
  await rowOf(page, uz.name).click();
  const editing = dialogOf(page, t('household_categories:editTitle'));
  await codeOf(editing).fill('#111111');
  const names = { uz: { name: uz.name }, ru: { name: ru.name } };
  await api.write('PUT', `household-categories/${id}`, { ...names, color: '#222222' }, 'superadmin');
  await saveButtonOf(editing, 'update').click();
  const conflict = dialogOf(page, t('kernel:records.conflict.title'));
  await expect(conflict.getByRole('row', { name: t('household_categories:color') })).toContainText('#111111');
  await expect(conflict.getByRole('row', { name: t('household_categories:color') })).toContainText('#222222');
  await conflict.getByRole('button', { name: t('kernel:records.conflict.takeTheirs') }).click();
  await expect(codeOf(editing)).toHaveValue('#222222');
  await codeOf(editing).fill('#333333');
  await saveButtonOf(editing, 'update').click();
  await expectToast(page, t('household_categories:updated'));
  await expect(rowOf(page, uz.name)).toContainText('#333333');
});

/** The text field of a colour. */
function codeOf(dialog: Locator): Locator {
  return dialog.getByPlaceholder('#······');
}
