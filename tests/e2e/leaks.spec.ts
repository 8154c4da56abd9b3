import type { Page, Request } from '@playwright/test';
import { allows, type SessionAdmin } from '#kernel/contract/index.ts';
import { fullName } from '#kernel/contract/text/index.ts';
import type { Household } from '#plugins/households/contract.ts';
import type { User } from '#plugins/users/contract.ts';
import { manifests } from '../architecture/manifests.ts';
import { canariesOf, finderOf, somebody, type Finder, type Person } from '../contract/leaks/canaries.ts';
import type { Api, Login } from './support/api.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

/** What a person typed himself goes to the server in an address: the search of the top bar, and a JSHSHIR that is looked up. */
const typed =
  /^\/api\/uz\/(search\?q=|users\/lookup\?personal_number=|households\/citizens\?personal_number=)/;

/** Everything that a browser says and keeps, beside what is on the screen and in the bodies of answers. */
interface Traces {
  readonly addresses: string[];
  readonly console: string[];
  readonly frames: string[];
}

test('nothing personal in addresses, the console, foreign frames, or in what stays behind after signing out', async ({
  open,
  server,
  api,
}) => {
  const applicant = somebody('Arizachi');
  const resident = somebody('Xonadon');
  const application = await api.sendApplication({ ...applicant, planned_assistance: 'Kanar-tomini-yopish' });
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

  for (const login of ['operator', 'registrar', 'superadmin'] as const) {
    const page = await open(server.url, { token: await api.freshToken(login) }, { path: '/settings' });
    const traces = follow(page);
    await test.step(`${login} sees every screen of his`, async () => {
      for (const path of await pathsOf(api, login, idOf)) await visit(page, path);
    });
    await test.step(`${login} finds, and opens what he found`, async () => {
      const person = login === 'registrar' ? resident : applicant;
      await findAndOpen(page, person);
      expect(leaksIn(find, [page.url()]), 'the address of what was found').toEqual([]);
    });
    if (login === 'superadmin') await test.step('a citizen opens by his id', () => openCitizen(page, api));
    // Told while he looks on, to those whom it concerns alone.
    await api.sendMessage(application.id, 'superadmin', 'Kanar-xabari');
    if (login === 'operator') {
      await expect.poll(() => leaksIn(find, traces.frames)).toContain(applicant.last_name);
      await beginForm(page, applicant);
      expect(leaksIn(find, await storedIn(page)), 'what is half-written is kept').toContain(
        applicant.last_name,
      );
    }
    await leave(page, login === 'operator');
    expect(leaksIn(find, traces.addresses), `${login}: addresses`).toEqual([]);
    expect(leaksIn(find, traces.console), `${login}: console`).toEqual([]);
    if (login === 'registrar') expect(leaksIn(find, traces.frames), 'frames').toEqual([]);
    expect(leaksIn(find, await storedIn(page)), `${login}: what stays behind`).toEqual([]);

    if (login !== 'superadmin') continue;
    await page.evaluate(plant, applicant.personal_number);
    await expect.poll(() => leaksIn(find, traces.console)).toEqual([applicant.personal_number]);
    expect(leaksIn(find, traces.addresses), 'a planted address').toEqual([applicant.personal_number]);
    expect(leaksIn(find, await storedIn(page)), 'a planted entry').toEqual([applicant.personal_number]);
  }
});

const leaksIn = (find: Finder, texts: readonly string[]) => find(texts.join('\n')).map(({ value }) => value);

function follow(page: Page): Traces {
  const traces: Traces = { addresses: [], console: [], frames: [] };
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (!typed.test(pathname + search)) traces.addresses.push(request.url());
    traces.addresses.push(request.headers()['referer'] ?? '');
  });
  page.on('framenavigated', (frame) => void traces.addresses.push(frame.url()));
  page.on('console', (message) => void traces.console.push(message.text()));
  page.on('websocket', (socket) => {
    traces.addresses.push(socket.url());
    socket.on('framereceived', ({ payload }) => void traces.frames.push(String(payload)));
  });
  return traces;
}

/** The pages that this login may open, each once. */
async function pathsOf(api: Api, login: Login, idOf: Readonly<Record<string, number>>): Promise<string[]> {
  const { role } = await api.get<SessionAdmin>('admins/admin', login);
  return manifests.flatMap(({ id, routes = {} }) =>
    Object.values(routes)
      .filter(({ access }) => allows(access, role))
      .map(({ path }) => path.replace('/*', '').replace(':id', String(idOf[id] ?? 1))),
  );
}

/** Goes to a page as a link of ours does, without loading everything anew. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

async function findAndOpen(page: Page, { last_name }: Person): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('kernel:search.title') }).fill(last_name);
  await page.getByRole('option', { name: new RegExp(last_name) }).first().click();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
} // prettier-ignore

async function openCitizen(page: Page, api: Api): Promise<void> {
  const [citizen] = (await api.get<{ items: User[] }>('users?limit=1', 'superadmin')).items;
  const name = fullName(citizen ?? {});
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('kernel:search.title') }).fill(name);
  const found = page.getByRole('group', { name: t('users:found.users') });
  await found.getByRole('option', { name }).first().click();
  await expect(page.getByRole('dialog', { name })).toContainText(t('users:detail.clear'));
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/users');
  await page.keyboard.press('Escape');
}

async function beginForm(page: Page, { last_name, personal_number }: Person): Promise<void> {
  await visit(page, '/applications/accept');
  await page.getByLabel(t('applications:fields.last_name')).fill(last_name);
  await page.getByLabel(t('applications:fields.personal_number')).fill(personal_number);
}

/** Signs out; what is half-written is asked about. */
async function leave(page: Page, asked: boolean): Promise<void> {
  await page.getByRole('button', { name: new RegExp(t('kernel:shell.profile')) }).click();
  await page.getByRole('menuitem', { name: t('kernel:shell.signOut') }).click();
  if (asked) {
    const question = page.getByRole('alertdialog', { name: t('kernel:shell.leave.title'), exact: true });
    await question.getByRole('button', { name: t('kernel:shell.leave.yes') }).click();
  }
  await expect(page).toHaveURL(/\/login/);
}

/** All that the browser keeps for our origin, as text. */
async function storedIn(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  const kept = await page.evaluate(async () => {
    const texts = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, failed) => {
        const asked = indexedDB.open(name);
        asked.addEventListener('success', () => done(asked.result));
        asked.addEventListener('error', () => failed(asked.error));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        for (const asked of [all.getAll(), all.getAllKeys()]) {
          await new Promise((done) => asked.addEventListener('success', done));
          texts.push(JSON.stringify(asked.result));
        }
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) texts.push(request.url);
    }
    return texts;
  });
  return [...kept, JSON.stringify(cookies)];
}

/** Runs in the browser: leaks in each way, to be found. */
function plant(secret: string): void {
  localStorage.setItem('planted', btoa(`{"number":"${secret}"}`));
  history.pushState(null, '', `/login?who=${secret}`);
  // oxlint-disable-next-line no-console -- this is the leak
  console.log(secret);
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
