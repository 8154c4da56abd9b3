import type { Page } from '@playwright/test';
import { focusEach, walkByTab, type FocusRange } from './support/access/focus.ts';
import { lostSideways } from './support/access/reflow.ts';
import { cutBySpacing } from './support/access/text-spacing.ts';
import { everyPath } from './support/every-path.ts';
import { noticesOf } from './support/notifications.ts';
import { goTo } from './support/pages.ts';
import { addButtonOf } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

const translate = textsIn('ru');

/** The size of a 1280 × 1024 window at 400 %. */
const zoomed = { width: 320, height: 256 } as const;

/** With fewer focusable elements on all pages together, they were examined before they were rendered. */
const fewestPlaces = 500;

/** Opens a page, and waits until its code is loaded and nothing in it changes for a while. */
async function settleAt(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const quiet = 80;
        let opened = 0;
        let timer = setTimeout(end, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quiet);
        });
        observer.observe(document.body, { childList: true, subtree: true });
        function end(): void {
          const main = document.querySelector('main');
          const isEmpty = !main?.querySelector('a[href], button, input, [tabindex="0"]');
          if (opened++ < 20 && (isEmpty || main?.querySelector('[aria-busy="true"]'))) {
            timer = setTimeout(end, quiet);
            return;
          }
          observer.disconnect();
          done();
        }
      }),
  );
}

/** Records problems without ending the test. */
const expectNone = (found: readonly string[], what: string) => expect.soft(found, what).toEqual([]);

test('at 400 % every screen has one column, with visible texts and focus', async ({
  as,
  open,
  api,
  server,
}) => {
  let seen = 0;
  const checkPage = async (page: Page, name: string, within: FocusRange) => {
    expectNone(await lostSideways(page), `${name}: reflow`);
    expectNone(await cutBySpacing(page), `${name}: text spacing`);
    const { places, problems } = await focusEach(page, within);
    expectNone(problems, `${name}: focus`);
    seen += places;
  };
  const page = await as('superadmin', { path: '/settings', language: 'ru', viewport: zoomed });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await checkPage(page, 'the frame', 'body');
  for (const path of await everyPath(server.url, api)) {
    await settleAt(page, path);
    await checkPage(page, path, 'main');
  }
  await settleAt(page, '/admins/roles');
  await addButtonOf(page, translate).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await checkPage(page, 'a dialog', '[role="dialog"]');
  const stranger = await open(server.url, null, { path: '/login', language: 'ru', viewport: zoomed });
  await stranger.getByRole('heading', { level: 1 }).waitFor();
  await checkPage(stranger, '/login', 'body');
  expect(seen).toBeGreaterThan(fewestPlaces);
});

test('at 400 % every screen shows its texts in Uzbek too, whose words have other lengths, and its own title', async ({
  as,
  api,
  server,
}) => {
  const page = await as('superadmin', { path: '/settings', language: 'uz', viewport: zoomed });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const titles = new Map<string, Set<string>>();
  for (const path of await everyPath(server.url, api)) {
    await settleAt(page, path);
    expectNone(await lostSideways(page), `${path}: reflow`);
    expectNone(await cutBySpacing(page), `${path}: text spacing`);
    const title = (await page.title()).replace(/^\(\d+\) /, '');
    // The tabs of an application are one page, and so are the two addresses of a form.
    const pageOf = path.replace(/^(\/applications\/\d+)\/.*$/, '$1').replace(/\/add$/, '/accept');
    titles.set(title, (titles.get(title) ?? new Set()).add(pageOf));
  }
  const shared = [...titles].filter(([, pages]) => pages.size > 1);
  expect(shared.map(([title, pages]) => `${title}: ${[...pages].join(' ')}`)).toEqual([]);
});

test('Tab reaches every element of every screen, none is covered, and each shows the focus', async ({
  as,
  api,
  server,
}) => {
  const page = await as('superadmin', { path: '/settings', viewport: { width: 1280, height: 720 } });
  let seen = 0;
  const walk = async (name: string, within: FocusRange) => {
    const { places, problems } = await walkByTab(page, within);
    expectNone(problems, `${name}: focus`);
    seen += places;
  };
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await walk('the frame', 'body');
  for (const path of await everyPath(server.url, api)) {
    await settleAt(page, path);
    expectNone(await cutBySpacing(page), `${path}: text spacing`);
    await walk(path, 'main');
  }
  await settleAt(page, '/admins/roles');
  await addButtonOf(page).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await walk('a dialog', '[role="dialog"]');
  expect(seen).toBeGreaterThan(fewestPlaces);
});

test('the focus stays in the list of notifications when the buttons for its selection go', async ({
  as,
  api,
}) => {
  await api.sendApplication();
  const page = await as('operator', { path: '/notifications', language: 'ru' });
  const main = page.getByRole('main');
  await noticesOf(main).first().getByRole('checkbox').check();
  await main
    .getByRole('button', { name: translate('notifications:all.clearSelection'), exact: true })
    .press('Enter');
  await expect(main.getByRole('checkbox', { name: translate('notifications:all.choosePage') })).toBeFocused();
});
