import type { Page } from '@playwright/test';
import type { Letter, LetterDetail, Template } from '#plugins/letters/contract.ts';
import {
  accessibilityIssuesAt,
  takeScreenshots,
  testMoreScreens,
  testsAllVariants,
} from './support/screens.ts';
import { choose, expectToast, padId } from './support/applications.ts';
import type { Api } from './support/api.ts';
import { addressIn } from './support/apply.ts';
import {
  expectPages,
  issueWritten,
  lettersCardOf,
  makeLetter,
  makeTemplate,
  sheetOf,
  startJob,
  watchTabs,
} from './support/letters.ts';
import { saveButtonOf, uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

/** Inserts a table at the cursor, and some words into its first cells. */
async function writeTable(page: Page, translate: Translate): Promise<void> {
  const sheet = sheetOf(page, translate('letters:write.body'));
  await sheet.click();
  await sheet.pressSequentially('Arizangiz quyidagicha koʻrib chiqildi:');
  await page.getByRole('button', { name: translate('letters:editor.table.insert') }).click();
  await expect(sheet.locator('th')).toHaveCount(3);
  await expect(sheet).toBeFocused();
  for (const [index, text] of ['Sana', 'Bosqich', 'Izoh', '12.10.2026', 'Oʻrganildi'].entries()) {
    if (index > 0) await sheet.press('Tab');
    await sheet.pressSequentially(text);
  }
  await expect(sheet.locator('td').nth(1)).toHaveText('Oʻrganildi');
}

test('a table is created by buttons and keys, and is in the issued letter', async ({ as, api }) => {
  const translate = textsIn('ru');
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: `/letters/write/${id}`, language: 'ru' });
  const sheet = sheetOf(page, translate('letters:write.body'));
  await choose(page, new RegExp(translate('letters:write.signatory')), /./);
  await page
    .getByRole('textbox', { name: new RegExp(`^${translate('letters:write.subject')}`) })
    .fill('Jadval');
  await writeTable(page, translate);
  const bar = page.getByRole('region', { name: translate('letters:editor.table.title') });
  const act = async (menu: string, entry: string) => {
    await bar.getByRole('button', { name: translate(menu), exact: true }).click();
    await page.getByRole('menuitem', { name: translate(entry), exact: true }).click();
    await expect(sheet).toBeFocused();
  };
  await act('letters:editor.table.row', 'letters:editor.table.rowBelow');
  await expect(sheet.locator('tr')).toHaveCount(4);
  await act('letters:editor.table.column', 'letters:editor.table.columnRight');
  await expect(sheet.locator('th')).toHaveCount(4);
  await act('letters:editor.table.column', 'letters:editor.table.removeColumn');
  await act('letters:editor.table.row', 'letters:editor.table.removeRow');
  await expect(sheet.locator('tr')).toHaveCount(3);
  await expect(sheet.locator('th')).toHaveCount(3);
  // The tools follow the cursor.
  await sheet.locator('p').first().click();
  await expect(bar).toBeHidden();
  await sheet.locator('td').last().click();
  await expect(bar).toBeVisible();

  await issueWritten(page, id, translate);
  await lettersCardOf(page, translate).getByRole('button', { name: /^№ / }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('th')).toHaveText(['Sana', 'Bosqich', 'Izoh']);
  await expect(dialog.locator('td').nth(1)).toHaveText('Oʻrganildi');
});

test('a table does not trap the keyboard: arrows lead out of it on both sides, and Tab out of the letter', async ({
  as,
  api,
}) => {
  const translate = textsIn('uz');
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: `/letters/write/${id}` });
  const sheet = sheetOf(page, translate('letters:write.body'));
  const bar = page.getByRole('region', { name: translate('letters:editor.table.title') });
  await writeTable(page, translate);
  const press = async (key: string, times: number) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  await test.step('leaves a table downwards, within its column', async () => {
    await press('ArrowDown', 1);
    await page.keyboard.type('Ostida');
    await expect(sheet.locator('tr').last().locator('td')).toHaveText(['', 'Ostida', '']);
    await press('ArrowDown', 1);
    await expect(bar).toBeHidden();
    await page.keyboard.type('Pastda');
    await expect(sheet.locator('> p').last()).toHaveText('Pastda');
    await press('Tab', 1);
    await expect(sheet).not.toBeFocused();
  });
  await test.step('leaves a table upwards', async () => {
    await press('Shift+Tab', 1);
    await expect(sheet).toBeFocused();
    await sheet.locator('th').first().click();
    await expect(bar).toBeVisible();
    await press('ArrowUp', 1);
    await expect(bar).toBeHidden();
    await page.keyboard.type(' Tepada');
    await expect(sheet.locator('> p').first()).toContainText('Tepada');
    await press('Shift+Tab', 1);
    await expect(sheet).not.toBeFocused();
  });
});

test('a letter uses the version that filled it, even if the template was deleted later', async ({
  as,
  api,
}) => {
  const translate = textsIn('uz');
  const template = await makeTemplate(api, `Oʻchadi ${uniqueMark()}`);
  const { id } = await api.sendApplication({ first_name: 'Olim', last_name: 'Karimov' });
  const page = await as('operator', { path: `/letters/write/${id}` });
  const sheet = sheetOf(page, translate('letters:write.body'));
  await choose(page, new RegExp(translate('letters:write.signatory')), /./);
  await choose(page, translate('letters:write.template'), template.uz.name);
  await expect(sheet).toContainText('Hurmatli Karimov Olim');
  await api.write('DELETE', `letter-templates/${template.id}`, null, 'superadmin');
  await issueWritten(page, id, translate);
  const { items } = await api.get<{ items: Letter[] }>(`letters?application=${id}`, 'operator');
  const made = await api.get<LetterDetail>(`letters/${items[0]?.id}`, 'operator');
  expect([made.template_id, made.template_version]).toEqual([template.id, 1]);
});

test('an earlier version of a template is restored as a new one', async ({ as, api }) => {
  const translate = textsIn('uz');
  const template = await makeTemplate(api, `Nashr ${uniqueMark()}`);
  const { uz, ru, kind, enabled, body_uz, body_ru } = template;
  const changed = { uz: { ...uz, subject: 'Ikkinchi mavzu' }, ru, kind, enabled, body_uz, body_ru };
  await api.write('PUT', `letter-templates/${template.id}`, changed, 'superadmin');
  const page = await as('superadmin', { path: `/letters/templates/${template.id}` });
  const main = page.getByRole('main');
  const subject = main.locator('[name="uz.subject"]');
  await expect(subject).toHaveValue('Ikkinchi mavzu');
  const version = (number: number) => translate('letters:templates.versionLine', { version: String(number) });
  await expect(main.getByRole('listitem').filter({ hasText: version(2) })).toContainText(
    translate('letters:templates.current'),
  );
  await main
    .getByRole('button', { name: `${translate('letters:templates.restore')}: ${version(1)}`, exact: true })
    .click();
  await expectToast(page, translate('letters:templates.restored'));
  await expect(subject).toHaveValue(uz.subject);
  await saveButtonOf(main, 'update', translate).click();
  await expectToast(page, translate('letters:templates.updated'));
  const now = await api.get<Template>(`letter-templates/${template.id}`, 'superadmin');
  expect([now.version, now.uz.subject]).toEqual([3, uz.subject]);
});

for (const language of ['uz', 'ru'] as const) {
  test(`a letter is printed, or stays open with instructions for printing, in ${language}`, async ({
    as,
    api,
  }) => {
    const translate = textsIn(language);
    const { id } = await api.sendApplication();
    const letter = await makeLetter(api, id);
    const path = `/letters/list?open=${letter.id}`;
    const page = await as('operator', { path, language });
    const print = page.getByRole('dialog').getByRole('button', { name: translate('letters:letter.print') });
    const hint = page.getByText(translate('letters:letter.printInTab'));

    await test.step('the print dialog opens if the viewer allows it', async () => {
      await print.waitFor();
      await watchTabs(page);
      await print.click();
      await expectPages(page, { printed: 1 });
      await expect(hint).toBeHidden();
    });

    await test.step('the letter opens with instructions if the viewer has an origin of its own', async () => {
      await page.goto(path);
      await print.waitFor();
      await watchTabs(page, { asInFirefox: true });
      await print.click();
      await expect(hint).toBeVisible();
      await expectPages(page, { printed: 0 });
    });

    await test.step('the file is saved under its name if the browser shows no PDF', async () => {
      await page.goto(path);
      await print.waitFor();
      await page.evaluate(() =>
        Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true }),
      );
      const download = page.waitForEvent('download');
      await print.click();
      expect((await download).suggestedFilename()).toBe(letter.file.name);
      await expectToast(page, translate('letters:letter.downloadedInstead'));
    });
  });
}

test('the page of a QR code is readable on any phone, in both languages', async ({ open, server, api }) => {
  const { id } = await api.sendApplication({ first_name: 'Olim', last_name: 'Karimov' });
  const letter = await makeLetter(api, id);
  const bytes = await (await fetch(new URL(letter.file.url, server.url))).arrayBuffer();
  const address = new URL(await addressIn(Buffer.from(bytes)));
  const found = `${address.pathname}`;
  const unknown = `${found.slice(0, found.lastIndexOf('/'))}/0123456789abcdefABCDEF`;
  for (const [name, path, kind] of [
    ['genuine', found, 'issued'],
    ['unknown', unknown, 'unknown'],
  ] as const) {
    const page = await open(server.url, null, { path });
    for (const language of ['uz', 'ru'] as const) {
      const translate = textsIn(language);
      await page.goto(`${path}?language=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        translate(`letters:check.verdicts.${kind}`),
      );
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      if (kind === 'issued') await expect(page.getByRole('main')).toContainText(letter.number);
      await expect(page.getByRole('main')).not.toContainText('Karimov');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1440, 320]) {
          await page.setViewportSize({ width, height: 740 });
          const variant = `letters-check-${name}-${language}-${colorScheme}-${width}`;
          if (testsAllVariants) await takeScreenshots(page, variant);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, variant).toBeLessThanOrEqual(0);
        }
        expect(await accessibilityIssuesAt(page), `${name} ${language} ${colorScheme}`).toEqual([]);
      }
    }
    // Switches the language by the link.
    await page.getByRole('link', { name: textsIn('uz')('kernel:language.uz') }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  }
});

/** Starts a bulk job to all new applications; `ready` waits until it is done. */
async function finishedJob(api: Api): Promise<number> {
  const template = await makeTemplate(api, `Ommaviy ${uniqueMark()}`);
  await api.sendApplication();
  return (await startJob(api, template, null)).id;
}

testMoreScreens([
  {
    name: 'letters-write-table',
    login: 'operator',
    path: '/letters/write/:id',
    idOf: async (api) => (await api.sendApplication()).id,
    // Another application for the other language: text written for the first one is stored as a draft.
    ready: async (page, translate, { api }) => {
      await page.goto(`/letters/write/${(await api.sendApplication()).id}`);
      await sheetOf(page, translate('letters:write.body')).waitFor();
      await writeTable(page, translate);
    },
  },
  {
    name: 'letters-batches-jobs',
    login: 'superadmin',
    path: '/letters/batches',
    idOf: finishedJob,
    ready: (page, translate) => page.getByText(translate('letters:batches.state.done')).first().waitFor(),
  },
  {
    name: 'letters-template-preview',
    login: 'superadmin',
    path: '/letters/templates/:id',
    idOf: async (api) => (await makeTemplate(api, `Javob ${uniqueMark()}`)).id,
    ready: async (page, translate, { api }) => {
      const { id } = await api.sendApplication({ first_name: 'Gulnora', last_name: 'Rahimova' });
      await page.getByLabel(translate('letters:templates.application')).fill(padId(id));
      await page.getByRole('button', { name: translate('letters:templates.show'), exact: true }).click();
      await page.getByText('Rahimova Gulnora').first().waitFor();
    },
  },
]);
