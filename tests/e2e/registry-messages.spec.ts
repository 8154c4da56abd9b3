import { saveButtonOf } from './support/records.ts';
import { chooseLanguage } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

test('form errors follow a change of language', async ({ as }) => {
  const ru = textsIn('ru');
  const page = await as('registrar', { path: '/households/add' });
  const main = page.getByRole('main');
  await saveButtonOf(main, 'add').click();
  await expect(main.getByText(t('households:form.categoryRequired'))).toBeVisible();
  await chooseLanguage(page, 'ru');
  await expect(main.getByText(ru('households:form.categoryRequired'))).toBeVisible();
  await expect(main.getByText(t('households:form.categoryRequired'))).toHaveCount(0);
});
