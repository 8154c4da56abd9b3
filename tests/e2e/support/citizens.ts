import { expect, type Page } from '@playwright/test';
import type { Household } from '#plugins/households/contract.ts';
import type { CitizenDraft, User } from '#plugins/users/contract.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { readList } from '#kernel/contract/http/read-response.ts';
import type { Api, Login } from './api.ts';

let serial = Math.floor(Math.random() * 900);

/** An unused JSHSHIR. */
export function newJshshir(birthday = '1979-07-07'): string {
  serial += 1;
  return makeJshshir({ birthday, sex: 'female', area: 900 + (serial % 90), serial: serial % 1000 });
}

/** Registers a citizen. */
export async function register(api: Api, more: Partial<CitizenDraft> = {}): Promise<User> {
  const body = { first_name: 'Nodira', last_name: 'Qodirova', personal_number: newJshshir(), ...more };
  const { id } = await api.write<User>('POST', 'users', body, 'superadmin');
  // The response of a change is masked.
  return api.get(`users/${id}`, 'superadmin');
}

/** A household in the area of `operator` with at least two members and no applications yet. */
export async function quietHousehold(api: Api): Promise<Household> {
  const { items } = await api.get<{ items: Household[] }>('households?limit=100', 'registrar');
  const reached = new Set((await neighborhoodsOf(api, 'operator')).map(({ id }) => id));
  for (const { id } of items.filter((one) => reached.has(one.neighborhood_id))) {
    const household = await api.get<Household>(`households/${id}`, 'registrar');
    const [first] = household.citizens;
    if (household.citizens.length < 2 || !first || taken.has(id)) continue;
    const path = `applications/intake?personal_number=${first.personal_number}`;
    const known = await api.get<{ open: { items: unknown[] }; helped: { items: unknown[] } }>(
      path,
      'operator',
    );
    if (known.open.items.length + known.helped.items.length > 0) continue;
    taken.add(id);
    return household;
  }
  throw new Error('no household is quiet');
}

const taken = new Set<number>();

/** The neighbourhoods of a login. */
export async function neighborhoodsOf(
  api: Api,
  login: Login,
): Promise<readonly { readonly id: number; readonly uz: { readonly name: string } }[]> {
  return readList(await api.get('neighborhoods?pagination=false', login));
}

/** Opens the menu of changes of an application, and chooses an entry. */
export async function chooseMore(page: Page, label: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
