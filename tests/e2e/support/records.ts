import { expect, type Locator, type Page } from '@playwright/test';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import type { Api } from './api.ts';
import { testsAllVariants } from './screens.ts';
import { t, textsIn } from './texts.ts';

/** The names of a record. */
export interface NamedRecord {
  readonly id: number;
  readonly uz: { readonly name: string };
  readonly ru: { readonly name: string };
}

/** The rows of the table on the page, without its header. */
export function rowsOf(page: Page): Locator {
  return page.locator('main tbody tr:not([data-kind])');
}

/** The row with this text. */
export function rowOf(page: Page, words: string): Locator {
  return rowsOf(page).filter({ hasText: words });
}

/** The names in the rows, from the top. */
export async function namesOf(page: Page): Promise<string[]> {
  return rowsOf(page).locator('td[data-primary]').allInnerTexts();
}

/** Waits until there is at least one row, and every row has this text. */
export async function expectAllRows(page: Page, words: string): Promise<void> {
  await expect
    .poll(async () => {
      const texts = await rowsOf(page).allInnerTexts();
      return texts.length > 0 && texts.every((text) => text.includes(words));
    })
    .toBe(true);
}

/** The open form. */
export function dialogOf(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title, exact: true });
}

/** The button of the page's header that opens the form of a new record. */
export function addButtonOf(page: Page, translate = t): Locator {
  return page
    .getByRole('main')
    .getByRole('button', { name: translate('kernel:records.add'), exact: true })
    .first();
}

/** The button that saves a form. */
export function saveButtonOf(dialog: Locator, kind: 'add' | 'update', translate = t): Locator {
  return dialog.getByRole('button', { name: translate(`kernel:records.${kind}`), exact: true });
}

/** Types the names of a record into the tabs of its form. */
export async function fillNames(dialog: Locator, names: { uz?: string; ru?: string }): Promise<void> {
  for (const language of languages) {
    const name = names[language];
    if (name === undefined) continue;
    await openTab(dialog, language);
    await nameField(dialog, language).fill(name);
  }
}

/** The name field of a language. */
export function nameField(dialog: Locator, language: 'uz' | 'ru'): Locator {
  return dialog.locator(`input[lang="${language}"]`);
}

/** Opens the tab of a language, whose label is the same in every language of the interface. */
export async function openTab(dialog: Locator, language: 'uz' | 'ru'): Promise<void> {
  await dialog.getByRole('tab', { name: t(`kernel:language.${language}`) }).click();
}

/** Chooses "yes" or "no" in a confirmation. */
export async function answerConfirmation(
  page: Page,
  title: string,
  yes: boolean,
  translate = t,
): Promise<void> {
  const question = page.getByRole('alertdialog', { name: title, exact: true });
  await question
    .getByRole('button', { name: translate(yes ? 'kernel:ui.confirm' : 'kernel:ui.cancel') })
    .click();
  await expect(question).toBeHidden();
}

/** Creates a record with unique names. */
export async function makeRecord(
  api: Api,
  path: string,
  fields: object = {},
): Promise<NamedRecord & { readonly updatedAt: string }> {
  const mark = uniqueMark();
  const body = { uz: { name: `Sinov ${mark}` }, ru: { name: `Проба ${mark}` }, ...fields };
  return api.write('POST', path, body, 'superadmin');
}

/** A unique word. */
export function uniqueMark(): string {
  count += 1;
  return `${Date.now().toString(36)}${count}`;
}

let count = 0;

/**
 * The texts of the language in which a flow runs, by language; of both with `npm run visual`. A plugin's
 * flows use only one language, while every page is checked in both.
 */
export function inLanguage(chosen: Language): readonly (readonly [Language, typeof t])[] {
  return languages
    .filter((language) => testsAllVariants || language === chosen)
    .map((language) => [language, textsIn(language)] as const);
}
