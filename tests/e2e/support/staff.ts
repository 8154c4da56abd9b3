import { expect, type Locator, type Page } from '@playwright/test';
import type { Admin, Role, RoleOption } from '#plugins/admins/contract.ts';
import type { Api } from './api.ts';
import { dialogOf, uniqueMark } from './records.ts';
import { t } from './texts.ts';

/** A valid password. */
export const goodPassword = 'qirqta-tuya-besh';

/** Creates a role that no other test uses. */
export async function makeRole(api: Api, more: object = {}): Promise<Role> {
  const mark = uniqueMark();
  const body = { role: 'admin', permissions: [], uz: { name: `Rol ${mark}` }, ru: { name: `Роль ${mark}` } };
  return api.write('POST', 'admins/roles', { ...body, ...more }, 'superadmin');
}

/** Creates an admin with {@link goodPassword}. */
export async function makeAdmin(api: Api, more: object = {}): Promise<Admin> {
  const mark = uniqueMark();
  const body = {
    login: `xodim-${mark}`.toLowerCase(),
    password: goodPassword,
    first_name: 'Sinov',
    last_name: `Xodim ${mark}`,
    phone: '998901234567',
    neighborhoods: [await api.sharedNeighborhood()],
    role_id: await roleIdOf(api, 'Operator'),
  };
  return api.write('POST', 'admins/register', { ...body, ...more }, 'superadmin');
}

/** The body of `PUT admins/{id}` for an admin. */
export function bodyOfAdmin(admin: Admin, more: object = {}): object {
  const { login, first_name, last_name, phone, role_id, neighborhoods } = admin;
  const ids = neighborhoods.map(({ id }) => id);
  return { login, first_name, last_name, phone, role_id, neighborhoods: ids, ...more };
}

/** The id of a role by its Uzbek name. */
export async function roleIdOf(api: Api, name: string): Promise<number> {
  const roles = await api.get<RoleOption[]>('admins/roles?pagination=false', 'superadmin');
  return roles.find(({ uz }) => uz.name === name)?.id ?? 0;
}

/** The token of any admin. */
export async function tokenOf(url: string, login: string, password = goodPassword): Promise<string> {
  const response = await fetch(`${url}/api/uz/admins/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  const body = (await response.json()) as { data?: { token: string }; err?: string };
  if (!body.data) throw new Error(`${login} was not let in: ${body.err ?? response.status}`);
  return body.data.token;
}

/** A field of a form by its label, which may end in a star. */
export function fieldOf(place: Page | Locator, label: string): Locator {
  return place.getByLabel(label).first();
}

/** Chooses an option of a select or a combobox. */
export async function choose(page: Page, place: Locator, label: string, option: string): Promise<void> {
  await place.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The form of a new admin. */
export function addingOf(page: Page, translate = t): Locator {
  return dialogOf(page, translate('admins:addTitle'));
}

/** Opens the menu of further actions of a row. */
export async function openMore(row: Locator): Promise<void> {
  await row.getByRole('button', { name: t('admins:more', { name: '' }).trim() }).click();
}

/** Waits until the socket is connected, which happens some seconds after the first page is shown. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-connection', 'on');
}

/** Waits until a rejected form has moved the focus, which takes some frames. */
export async function untilFocused(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 4; frames++) await new Promise((done) => requestAnimationFrame(done));
  });
}
