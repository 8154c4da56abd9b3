import type { Page } from '@playwright/test';
import type { Letter } from '#plugins/letters/contract.ts';
import type { Api } from './support/api.ts';
import { choose, expectToast, padId, timelineOf } from './support/applications.ts';
import {
  expectPages,
  lettersCardOf as cardOf,
  mahallaWithApplications,
  makeLetter,
  makeTemplate,
  sheetOf,
  watchTabs,
} from './support/letters.ts';
import { inLanguage, openTab, rowOf, rowsOf, saveButtonOf, uniqueMark } from './support/records.ts';
import { testMoreScreens, testScreens, type Screen } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

/** The error text under a field. */
const wrongOf = (page: Page, text: string) => page.locator('[data-tone="wrong"]', { hasText: text });

for (const [language, translate] of inLanguage('uz')) {
  test(`a template becomes a letter, which is printed, corrected and voided, in ${language}`, async ({
    as,
    api,
  }) => {
    const mark = uniqueMark();
    const name = `Javob ${mark}`;
    const { id } = await api.sendApplication({ first_name: 'Gʻuncha', last_name: `Oʻrinboyeva${mark}` });
    const editor = translate('letters:templates.body');

    await test.step('a clerk writes a template with a field and a condition', async () => {
      const page = await as('superadmin', { path: '/letters/templates/add', language });
      const main = page.getByRole('main');
      await saveButtonOf(main, 'add', translate).click();
      await expect(wrongOf(page, translate('letters:errors.body_required')).first()).toBeVisible();
      for (const [own, greeting] of [
        ['uz', 'Hurmatli '],
        ['ru', 'Здравствуйте, '],
      ] as const) {
        await openTab(main, own);
        const panel = page.getByRole('tabpanel', { name: translate(`kernel:language.${own}`) });
        await panel.locator(`[name="${own}.name"]`).fill(name);
        await panel.locator(`[name="${own}.subject"]`).fill(`Mavzu ${mark}`);
        const sheet = panel.getByRole('textbox', { name: editor, exact: true });
        await sheet.click();
        await sheet.pressSequentially(greeting);
        await panel.getByRole('button', { name: translate('letters:editor.insertField') }).click();
        await page.getByRole('menuitem', { name: translate('letters:fields.applicant_name') }).click();
        await expect(sheet).toBeFocused();
        await sheet.press('Enter');
        await sheet.pressSequentially('Rad etilgani uchun.');
        await panel.getByRole('button', { name: translate('letters:editor.insertCondition') }).click();
        const choice = translate('letters:conditions.status', {
          value: translate('applications:status.rejected'),
        });
        await page.getByRole('menuitem', { name: choice }).click();
        await expect(sheet).toContainText(`${translate('letters:editor.showOnlyIf')} ${choice}`);
        await expect(sheet.locator('[data-field]')).toHaveText(translate('letters:fields.applicant_name'));
      }
      await test.step('sees it filled from an application', async () => {
        await page.getByLabel(translate('letters:templates.application')).fill(padId(id));
        await page.keyboard.press('Enter');
        await expect(main).toContainText(`Здравствуйте, Oʻrinboyeva${mark} Gʻuncha`);
        await expect(main.getByText('Rad etilgani uchun.')).toHaveCount(2);
      });
      await saveButtonOf(main, 'add', translate).click();
      await expectToast(page, translate('letters:templates.added'));
      await expect(rowOf(page, name)).toBeVisible();
    });

    const page = await as('operator', { path: `/applications/${id}/timeline`, language });
    const card = cardOf(page, translate);
    const entry = (number: string) => card.getByRole('listitem').filter({ hasText: number });
    const act = async (number: string, action: string) => {
      await card.getByRole('button', { name: translate('letters:aside.actions', { number }) }).click();
      await page.getByRole('menuitem', { name: translate(action), exact: true }).click();
    };
    const issue = async () => {
      await page.getByRole('button', { name: translate('letters:write.issue') }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: translate('letters:write.issue') }).click();
      await expect(page).toHaveURL(new RegExp(`/applications/${id}/timeline$`));
    };
    const sheet = sheetOf(page, translate('letters:write.body'));

    await test.step('the letter reports missing data', async () => {
      await expect(card).toContainText(translate('letters:aside.none'));
      await card.getByRole('link', { name: translate('letters:aside.write') }).click();
      await page.getByRole('button', { name: translate('letters:write.issue') }).click();
      for (const missing of ['signatoryRequired', 'subjectRequired', 'empty']) {
        await expect(wrongOf(page, translate(`letters:write.${missing}`))).toBeVisible();
      }
    });

    await test.step('is filled by the template, edited, restored after a reload, previewed and issued', async () => {
      await choose(page, translate('letters:write.template'), name);
      await expect(sheet).toContainText(`Hurmatli Oʻrinboyeva${mark} Gʻuncha`);
      await expect(sheet).not.toContainText('Rad etilgani');
      await choose(page, new RegExp(translate('letters:write.signatory')), /./);
      await sheet.press('Control+End');
      await sheet.press('Enter');
      await sheet.press('Control+b');
      await sheet.pressSequentially('Yordam ajratildi.');
      await page.reload();
      await expect(sheet.locator('strong')).toHaveText('Yordam ajratildi.');
      await watchTabs(page);
      await page.getByRole('button', { name: translate('letters:write.preview') }).click();
      await expectPages(page, { printed: 0 });
      await issue();
      await expect(card.getByRole('listitem')).toHaveCount(1);
      await expect(card).toContainText(translate('letters:status.issued'));
    });

    const numberOfLast = async () =>
      (await api.get<{ items: Letter[] }>(`letters?application=${id}`, 'operator')).items[0]?.number ?? '';
    const number = await numberOfLast();

    await test.step('is shown in the timeline, and printed', async () => {
      await expect(timelineOf(page)).toContainText(
        translate('letters:timeline.issued', { number, subject: `Mavzu ${mark}` }),
      );
      await watchTabs(page);
      await act(number, 'letters:letter.print');
      await expectPages(page, { printed: 1 });
    });

    await test.step('is corrected by another that names it', async () => {
      await act(number, 'letters:letter.correct');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        translate('letters:write.correctTitle', { number }),
      );
      await expect(sheet).toContainText('Yordam ajratildi.');
      const subject = page.getByRole('textbox', {
        name: new RegExp(`^${translate('letters:write.subject')}`),
      });
      await subject.fill(`Tuzatilgan ${mark}`);
      await issue();
      await expect(entry(`Tuzatilgan ${mark}`)).toContainText(
        translate('letters:aside.replaces', { number }),
      );
      await expect(entry(`Mavzu ${mark}`)).toContainText(translate('letters:status.replaced'));
    });

    const corrected = await numberOfLast();

    await test.step('is voided with a reason, which a colleague sees at once', async () => {
      const colleague = await as('superadmin', { path: `/applications/${id}/timeline`, language });
      await expect(cardOf(colleague, translate)).toContainText(corrected);
      await act(corrected, 'letters:letter.void');
      const dialog = page.getByRole('dialog', {
        name: translate('letters:letter.voidTitle', { number: corrected }),
      });
      await dialog.getByRole('button', { name: translate('letters:letter.voidAction') }).click();
      await expect(
        dialog.getByText(translate('letters:letter.voidReasonRequired', { min: 3, max: 500 })),
      ).toBeVisible();
      await dialog.getByRole('textbox').fill('Boshqa fuqaroga yozilgan');
      await dialog.getByRole('textbox').press('Control+Enter');
      await expectToast(page, translate('letters:letter.voided'));
      await expect(entry(corrected)).toContainText(translate('letters:status.voided'));
      await expect(cardOf(colleague, translate)).toContainText('Boshqa fuqaroga yozilgan');
    });

    await test.step('is found in the register, opened there, and exported', async () => {
      await page.goto(`/letters/list?search=${mark}`);
      await expect(rowsOf(page)).toHaveCount(2);
      await choose(page, translate('letters:columns.status'), translate('letters:status.voided'));
      await expect(rowsOf(page)).toHaveCount(1);
      await rowsOf(page).first().click();
      const dialog = page.getByRole('dialog', {
        name: translate('letters:letter.title', { number: corrected }),
      });
      await expect(dialog).toContainText('Yordam ajratildi.');
      await expect(dialog).toContainText('Boshqa fuqaroga yozilgan');
      await dialog.getByRole('button', { name: `№ ${number}` }).click();
      await expect(
        page.getByRole('dialog', { name: translate('letters:letter.title', { number }) }),
      ).toContainText(`Mavzu ${mark}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: translate('kernel:export.action') }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: translate('kernel:export.csv') }).click();
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    });
  });
}

test('letters are written to many applications at once, and downloaded as one file', async ({ as, api }) => {
  const translate = textsIn('ru');
  const mark = uniqueMark();
  const template = await makeTemplate(api, `Ommaviy ${mark}`);
  await mahallaWithApplications(api, mark, ['Anvar', 'Bahor', 'Diyor']);
  const page = await as('superadmin', { path: '/letters/batches', language: 'ru' });
  await page.getByRole('button', { name: translate('letters:batches.start') }).click();
  await expect(wrongOf(page, translate('letters:batches.templateRequired'))).toBeVisible();
  await choose(page, new RegExp(translate('letters:batches.template')), template.ru.name);
  await choose(page, new RegExp(translate('letters:write.signatory')), /./);
  await choose(page, translate('letters:batches.status'), translate('applications:status.created'));
  await choose(page, translate('letters:batches.neighborhood'), `Махалля ${mark}`);
  await expect(page.getByText(translate('letters:batches.count', { count: 3, total: '3' }))).toBeVisible();
  await page.getByRole('button', { name: translate('letters:batches.start') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: translate('letters:batches.start') })
    .click();
  const job = page.getByRole('listitem').filter({ hasText: template.ru.name });
  await expect(job).toContainText(translate('letters:batches.state.done'));
  await expect(job).toContainText(translate('letters:batches.progress', { total: '3', done: '3' }));
  await expect(page.getByText(translate('letters:batches.countNone'))).toBeVisible();
  const download = page.waitForEvent('download');
  await job.getByRole('button', { name: translate('letters:batches.pdf') }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

/** An application with a valid letter, one that it corrects, and a void one. */
async function applicationWithLetters(api: Api): Promise<number> {
  const { id } = await api.sendApplication({ first_name: 'Gulnora', last_name: 'Rahimova' });
  const former = await makeLetter(api, id, { subject: 'Arizangizni koʻrib chiqish natijalari haqida' });
  await makeLetter(api, id, { replaces_id: former.id });
  const wrong = await makeLetter(api, id);
  await api.write('POST', `letters/${wrong.id}/void`, { reason: 'Boshqa fuqaroga yozilgan' }, 'operator');
  return id;
}

const screens: readonly Screen[] = [
  {
    name: 'letters-register',
    login: 'operator',
    path: '/letters/list',
    idOf: applicationWithLetters,
    ready: (page) => rowsOf(page).first().waitFor(),
  },
  {
    name: 'letters-batches',
    login: 'superadmin',
    path: '/letters/batches',
  },
  {
    name: 'letters-templates',
    login: 'superadmin',
    path: '/letters/templates',
    idOf: async (api) => Number((await makeTemplate(api, `Javob ${uniqueMark()}`)).id),
    ready: (page) => rowsOf(page).first().waitFor(),
  },
  {
    name: 'letters-template',
    login: 'superadmin',
    path: '/letters/templates/:id',
    idOf: async (api) => Number((await makeTemplate(api, `Javob ${uniqueMark()}`)).id),
    ready: async (page, translate) => {
      const sheet = sheetOf(page, translate('letters:templates.body')).first();
      await sheet.locator('[data-condition] p').click();
      await page
        .getByRole('combobox', { name: translate('letters:editor.condition') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'letters-template-wrong',
    login: 'superadmin',
    path: '/letters/templates/add',
    ready: async (page, translate) => {
      await saveButtonOf(page.getByRole('main'), 'add', translate).click();
      await page.getByText(translate('letters:templates.nameRequired')).first().waitFor();
    },
  },
  {
    name: 'letters-write',
    login: 'operator',
    path: '/letters/write/:id',
    idOf: async (api) => (await api.sendApplication()).id,
    ready: async (page, translate) => {
      await sheetOf(page, translate('letters:write.body')).waitFor();
      await page.getByRole('button', { name: translate('letters:write.issue') }).click();
      await page.getByText(translate('letters:write.subjectRequired')).waitFor();
    },
  },
];

testScreens(screens);

testMoreScreens([
  {
    name: 'letters-application',
    login: 'operator',
    path: '/applications/:id/timeline',
    idOf: applicationWithLetters,
    ready: (page, translate) =>
      cardOf(page, translate).getByText(translate('letters:status.voided')).waitFor(),
  },
  {
    name: 'letters-letter',
    login: 'operator',
    path: '/letters/list',
    idOf: applicationWithLetters,
    ready: async (page, translate) => {
      await rowsOf(page).nth(1).click();
      await page.getByRole('dialog').getByText(translate('letters:letter.open')).waitFor();
    },
  },
]);
