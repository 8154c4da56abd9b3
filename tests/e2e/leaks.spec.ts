import type { Page, Request } from '@playwright/test';
import { fullName } from '#kernel/domain/text/index.ts';
import type { Household } from '#plugins/households/contract.ts';
import type { User } from '#plugins/users/contract.ts';
import { canariesOf, finderOf, createPerson, type Finder, type Person } from '../contract/leaks/canaries.ts';
import type { Api, Login } from './support/api.ts';
import { goTo, pathsOf } from './support/pages.ts';
import { storedIn } from './support/stored-data.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

/** Addresses with text that the user typed: the search of the top bar, and the lookups of a JSHSHIR. */
const typed =
  /^\/api\/uz\/(search\?q=|(users\/lookup|applications\/intake|households\/citizens)\?personal_number=)/;

/** Secrets that a user may see; no page may contain others. */
type Things = readonly ('application' | 'household')[];

/** A user who opens every page; permitted secrets are listed by hand, not computed by the product. */
interface Walker {
  readonly name: string;
  readonly shown: Things;
  readonly token: string;
  /** The person that this user searches for. */
  readonly seeks?: Person;
  /** Addresses of records that this user may not open. */
  readonly strays?: readonly string[];
}

/** Everything that a browser sends and stores, other than the screen and response bodies. */
interface Traces {
  readonly addresses: string[];
  /** Calls of the API without a response yet. */
  readonly pending: ReadonlySet<Request>;
  readonly console: string[];
  readonly frames: string[];
}

test('no personal data in addresses, console, foreign frames or browser storage after sign-out', async ({
  open,
  server,
  api,
}) => {
  // Six users open every page.
  test.setTimeout(360_000);
  const applicant = createPerson('Arizachi');
  const resident = createPerson('Xonadon');
  const { birthday: _birthday, ...person } = applicant;
  const application = await api.sendApplication({ ...person, planned_assistance: 'Kanar-tomini-yopish' });
  await api.sendMessage(application.id, 'superadmin', 'Kanar-xabari');
  const household = await makeHousehold(api, resident);
  const find = finderOf([
    ...canariesOf('application', 'own', applicant),
    ...canariesOf('household', 'own', resident),
    { secret: 'application.words', place: 'own', value: 'Kanar-tomini-yopish' },
    { secret: 'application.words', place: 'own', value: 'Kanar-xabari' },
  ]);
  const idOf: Readonly<Record<string, number>> = {
    applications: application.id,
    households: household.id,
    neighborhoods: application.neighborhood_id,
  };

  const strays = [`/applications/${application.id}`, `/households/${household.id}`];
  const streets = await hire(server.url, api, 'admin', ['street_add'], [application.neighborhood_id]);
  const bare = await hire(server.url, api, 'super_admin', [], []);
  const of = async (login: Login) => ({ name: login, token: await api.freshToken(login) });
  const walkers: Walker[] = [
    { ...(await of('operator')), shown: ['application'], seeks: applicant },
    { ...(await of('registrar')), shown: ['household'], seeks: resident },
    { name: 'a keeper of streets', token: streets, shown: [], strays },
    { ...(await of('guest')), shown: [], strays },
    // Statistics name applicants; this user cannot open households.
    { name: 'a super admin without permissions', token: bare, shown: ['application'] },
    { ...(await of('superadmin')), shown: ['application', 'household'], seeks: applicant },
  ];
  const visited = new Set<string>();
  for (const { name, token, shown, seeks, strays: given = [] } of walkers) {
    const page = await open(server.url, { token }, { path: '/settings' });
    const traces = follow(page);
    const isChief = name === 'superadmin';
    await test.step(`${name} opens every permitted screen`, async () => {
      const seen = new Set<string>();
      for (const path of [...(await pathsOf(server.url, token, idOf)), ...given]) {
        // Other users have covered the rest for a super admin, who starts with one page.
        if (isChief && visited.has(path) && path !== '/settings') continue;
        visited.add(path);
        await visit(page, path, traces);
        for (const { secret, value } of find(await domOf(page))) {
          const isShown = shown.some((thing) => secret.startsWith(thing));
          expect(isShown, `${name}: ${path} shows ${secret}: ${value}`).toBe(true);
          seen.add(value);
        }
      }
      // The secret was shown, so the search is meaningful.
      if (seeks && !isChief) expect(seen).toContain(seeks.last_name);
    });
    if (seeks) {
      await test.step(`${name} searches and opens the results`, async () => {
        await findAndOpen(page, seeks);
        expect(leaksIn(find, [page.url()]), 'the address of what was found').toEqual([]);
      });
    }
    if (isChief) await test.step('a citizen opens by id', () => openCitizen(page, api));
    // Sent during the visit, only to the users concerned.
    await api.sendMessage(application.id, 'superadmin', 'Kanar-xabari');
    if (name === 'operator') {
      await expect.poll(() => leaksIn(find, traces.frames)).toContain(applicant.last_name);
      await beginForm(page, traces, applicant);
      expect(leaksIn(find, await storedIn(page)), 'what is half-written').toEqual([]);
    }
    await leave(page);
    expect(leaksIn(find, traces.addresses), `${name}: addresses`).toEqual([]);
    expect(leaksIn(find, traces.console), `${name}: console`).toEqual([]);
    if (name !== 'operator' && !isChief) expect(leaksIn(find, traces.frames), `${name}: frames`).toEqual([]);
    expect(leaksIn(find, await storedIn(page)), `${name}: what stays behind`).toEqual([]);
    expect(leaksIn(find, [await domOf(page)]), `${name}: the page that stays behind`).toEqual([]);

    if (!isChief) continue;
    await page.evaluate(plant, applicant.personal_number);
    await expect.poll(() => leaksIn(find, traces.console)).toEqual([applicant.personal_number]);
    expect(leaksIn(find, traces.addresses), 'a planted address').toEqual([applicant.personal_number]);
    expect(leaksIn(find, await storedIn(page)), 'a planted entry').toEqual([applicant.personal_number]);
    expect(leaksIn(find, [await domOf(page)]), 'a planted attribute').toEqual([applicant.personal_number]);
  }
});

/** The page's HTML, including the values of its fields. */
const domOf = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
    return [document.documentElement.outerHTML, ...fields.map(({ value }) => value)].join('\n');
  });

const leaksIn = (find: Finder, texts: readonly string[]) => find(texts.join('\n')).map(({ value }) => value);

function follow(page: Page): Traces {
  const pending = new Set<Request>();
  const traces: Traces = { addresses: [], pending, console: [], frames: [] };
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) pending.add(request);
    if (!typed.test(pathname + search)) traces.addresses.push(request.url());
    traces.addresses.push(request.headers()['referer'] ?? '');
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => void pending.delete(request));
  }
  page.on('framenavigated', (frame) => void traces.addresses.push(frame.url()));
  page.on('console', (message) => void traces.console.push(message.text()));
  page.on('websocket', (socket) => {
    traces.addresses.push(socket.url());
    socket.on('framereceived', ({ payload }) => void traces.frames.push(String(payload)));
  });
  return traces;
}

/** Navigates like a link, without reloading the page. */
async function visit(page: Page, path: string, { pending }: Pick<Traces, 'pending'>): Promise<void> {
  await goTo(page, path);
  // The heading may be that of the previous page, so this waits until no call is pending.
  for (let calm = 0; calm < 3; calm = pending.size === 0 ? calm + 1 : 0) await page.waitForTimeout(50);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Opens the application or the household; the applicant is found among the citizens too. */
async function findAndOpen(page: Page, { last_name }: Person): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('kernel:search.title') }).fill(last_name);
  const records = page.getByRole('group', {
    name: new RegExp(`^(${t('applications:found.applications')}|${t('households:found.households')})`),
  });
  await records
    .getByRole('option', { name: new RegExp(last_name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

async function openCitizen(page: Page, api: Api): Promise<void> {
  const [citizen] = (await api.get<{ items: User[] }>('users?limit=1', 'superadmin')).items;
  const name = fullName(citizen ?? {});
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('kernel:search.title') }).fill(name);
  const found = page.getByRole('group', { name: t('users:found.users') });
  await found.getByRole('option', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(t('users:detail.unmasked'))).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/users/${citizen?.id}`);
}

async function beginForm(page: Page, traces: Traces, { last_name, personal_number }: Person): Promise<void> {
  await visit(page, '/applications/accept', traces);
  await page.getByLabel(t('applications:fields.last_name')).fill(last_name);
  await page.getByLabel(t('applications:fields.personal_number')).fill(personal_number);
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(t('kernel:shell.profile')) }).click();
  await page.getByRole('menuitem', { name: t('kernel:shell.signOut') }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Runs in the browser: leaks in each way, to test the detection. */
function plant(secret: string): void {
  document.body.dataset['planted'] = secret;
  localStorage.setItem('planted', btoa(`{"number":"${secret}"}`));
  history.pushState(null, '', `/login?who=${secret}`);
  // oxlint-disable-next-line no-console -- this is the leak
  console.log(secret);
}

/** Creates an admin with a role that no demo login has and a password of their own; returns the token. */
async function hire(
  url: string,
  api: Api,
  role: 'admin' | 'super_admin',
  permissions: readonly string[],
  neighborhoods: readonly number[],
): Promise<string> {
  const mark = `${role.replace('_', '')}${Date.now()}`;
  const names = { uz: { name: `Rol ${mark}` }, ru: { name: `Роль ${mark}` } };
  const draft = { ...names, role, permissions };
  const { id } = await api.write<{ id: number }>('POST', 'admins/roles', draft, 'superadmin');
  const [old_password, password] = ['qirqta-tuya-besh', 'oltmishta-ot-olti'];
  const person = {
    login: mark,
    first_name: 'Zulfiya',
    last_name: 'Ergasheva',
    phone: '',
    role_id: id,
    neighborhoods,
  };
  await api.write('POST', 'admins/register', { ...person, password: old_password }, 'superadmin');
  const send = async (method: string, path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) };
    const response = await fetch(`${url}/api/uz/${path}`, { method, headers, body: JSON.stringify(body) });
    expect(response.status, `${path}: ${mark}`).toBeLessThan(300);
    return (await response.json()) as { data: { token: string } };
  };
  const { token } = (await send('POST', 'admins/login', { login: mark, password: old_password })).data;
  await send('PUT', 'admins/admin/password', { old_password, password }, token);
  return token;
}

async function makeHousehold(api: Api, resident: Person): Promise<Household> {
  const { items } = await api.get<{ items: Household[] }>('households?limit=1', 'registrar');
  const [like] = items;
  if (!like) throw new Error('the registrar has no household');
  const { neighborhood_id, street_id, household_category_id } = like;
  const full_name = `${resident.last_name} ${resident.first_name}`;
  return api.write(
    'POST',
    'households',
    {
      neighborhood_id,
      street_id,
      household_category_id,
      house_type: 'apartment',
      house_number: 77,
      citizens: [{ full_name, personal_number: resident.personal_number }],
    },
    'registrar',
  );
}
