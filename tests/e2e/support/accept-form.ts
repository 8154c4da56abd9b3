import { expect, type Locator, type Page } from '@playwright/test';
import type { ApplicationDetail, ApplicationPage } from '#plugins/applications/contract.ts';
import type { Direction } from '#plugins/directions/contract.ts';
import type { Api } from './api.ts';
import { choose } from './applications.ts';
import { t, type textsIn } from './texts.ts';

/** Looks texts up in a language. */
export type Translate = ReturnType<typeof textsIn>;

/** The page of the accept form. */
export const acceptPath = '/applications/accept';
/** The field for the request's text. */
export const messageOf = (page: Page) =>
  page.getByRole('textbox', { name: t('applications:accept.message') });
/** The submit button. */
export const submitOf = (page: Page) =>
  page.getByRole('button', { name: t('applications:accept.submit'), exact: true });

/** Fills in the required fields, for a user without a document. */
export async function fillAcceptForm(page: Page, about: string): Promise<void> {
  await page.locator('input[name="first_name"]').fill('Gulnora');
  await page.locator('input[name="last_name"]').fill('Rahimova');
  await page.getByRole('checkbox', { name: t('applications:accept.noDocument') }).check();
  await page
    .getByRole('textbox', { name: t('applications:fields.no_document_reason') })
    .fill('Pasporti almashtirilmoqda');
  await choose(page, t('applications:fields.neighborhood'), /./);
  await choose(page, t('applications:fields.employment'), t('applications:employment.unemployed'));
  await messageOf(page).fill(about);
  await expect(page.getByText(t('applications:accept.draftSaved'))).toBeVisible();
}

/** Applications of the first page with this request. */
export async function applicationsAbout(api: Api, about: string): Promise<ApplicationPage['items']> {
  const { items } = await api.get<ApplicationPage>('applications?limit=50', 'operator');
  return items.filter(({ planned_assistance: text }) => text === about);
}

/** The messages of an application, each with its files. */
export async function messagesOf(api: Api, id: number) {
  const { actions } = await api.get<ApplicationDetail>(`applications/${id}`, 'operator');
  return actions.flatMap((action) =>
    action.action_type === 'message' ? [{ text: action.message.message, files: action.files }] : [],
  );
}

/** The button of the form's notice that opens the comparison of both versions. */
export function showButtonOf(form: Locator, translate: Translate): Locator {
  return form.getByRole('button', { name: translate('kernel:records.remoteChange.show') });
}

/** A direction as stored. */
export async function directionOf(api: Api, id: number): Promise<Direction> {
  const { items } = await api.get<{ items: Direction[] }>('directions?limit=100&search=Sinov', 'superadmin');
  const found = items.find((one) => one.id === id);
  if (!found) throw new Error(`the direction ${id} is gone`);
  return found;
}
