import type { Page } from '@playwright/test';
import { acceptPath, fillAcceptForm, submitOf } from './support/accept-form.ts';
import { expectToast } from './support/applications.ts';
import { goTo } from './support/pages.ts';
import { uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

/** Toasts stay while a test examines them. */
function recordToasts(): void {
  const own = setTimeout;
  const keep = (act: TimerHandler, after?: number, ...given: unknown[]) =>
    after === 5000 || after === 8000 ? 0 : own(act, after, ...given);
  window.setTimeout = keep as typeof setTimeout;
}

/** Focuses each focusable element of the page, and returns those covered by a toast. */
async function findCovered(
  page: Page,
  toasts: string,
): Promise<{ places: number; senders: number; covered: string[] }> {
  return page.evaluate(async (label) => {
    const region = document.querySelector(`section[aria-label="${label}"]`);
    if (!region?.querySelector('button')) throw new Error('there is no toast');
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex="0"]',
    );
    const covered: string[] = [];
    let [places, senders] = [0, 0];
    for (const part of all) {
      if (region.contains(part) || part.closest('[inert]') || part.matches(':disabled')) continue;
      if (!part.checkVisibility({ visibilityProperty: true })) continue;
      part.focus();
      if (document.activeElement !== part) continue;
      for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
      const [own, over] = [part.getBoundingClientRect(), region.getBoundingClientRect()];
      if (own.width <= 1 || own.height > innerHeight / 2) continue;
      places++;
      const isApart =
        own.right <= over.left || over.right <= own.left || own.bottom <= over.top || over.bottom <= own.top;
      if (!isApart) covered.push(`${part.localName} ${part.getAttribute('aria-label') ?? part.innerText}`);
    }
    // Nothing has the focus, as after pressing a button that leaves it in the field.
    (document.activeElement as HTMLElement | null)?.blur();
    for (const send of document.querySelectorAll<HTMLElement>('[type="submit"]:not(:disabled)')) {
      if (!send.checkVisibility({ visibilityProperty: true })) continue;
      // The place where a toast appears.
      send.scrollIntoView({ block: 'end', behavior: 'instant' });
      for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
      senders++;
      const [own, over] = [send.getBoundingClientRect(), region.getBoundingClientRect()];
      const isApart =
        own.right <= over.left || over.right <= own.left || own.bottom <= over.top || over.bottom <= own.top;
      if (!isApart) covered.push(`sends: ${send.innerText}`);
    }
    return { places, senders, covered };
  }, toasts);
}

for (const [language, viewport] of [
  ['uz', { width: 375, height: 740 }],
  ['ru', { width: 1024, height: 640 }],
  ['uz', { width: 320, height: 256 }],
] as const) {
  const translate = textsIn(language);
  const region = translate('kernel:ui.notifications');

  test(`a message covers neither the focus nor the submit button, ${viewport.width} px wide`, async ({
    as,
    api,
  }) => {
    const { id } = await api.sendApplication();
    const page = await as('operator', { path: '/login', language, viewport });
    await page.addInitScript(recordToasts);
    await page.goto(`/applications/${id}/timeline`);
    await page.getByRole('button', { name: translate('applications:detail.accept'), exact: true }).click();
    const toast = page.getByRole('region', { name: region });
    await toast.getByText(translate('applications:detail.statusChanged')).waitFor();
    // Hovering would pause it, and extend its time.
    await page.mouse.move(2, viewport.height / 2);

    let seen: readonly [number, number] = [0, 0];
    const paths = ['/settings', `/letters/write/${id}`, `/applications/${id}/overview`, '/applications/list'];
    // In a window at 400 %, it may cover the skip link, and a bar at the bottom of a page.
    const isLow = viewport.height < 300;
    for (const path of isLow ? paths.slice(0, 2) : paths) {
      await test.step(path, async () => {
        await goTo(page, path);
        const { places, senders, covered } = await findCovered(page, region);
        expect.soft(covered, path).toEqual([]);
        seen = [seen[0] + places, seen[1] + senders];
      });
    }
    expect(seen[0]).toBeGreaterThan(isLow ? 20 : 60);
    expect(seen[1]).toBeGreaterThan(isLow ? 0 : 1);
    await page.screenshot({ path: `test-results/screenshots/toast-${language}-${viewport.width}.png` });

    await test.step('its button closes it', async () => {
      await toast.getByRole('button').first().click();
      await expect(toast.getByRole('button')).toHaveCount(0);
    });
  });
}

test('a message that comes to a pointer resting on the submit button moves away', async ({ as }) => {
  const page = await as('operator', { path: acceptPath });
  await page.addInitScript(recordToasts);
  await page.reload();
  await fillAcceptForm(page, `Oʻtin kerak ${uniqueMark()}`);
  await page.route('**/api/uz/applications', (route) => route.abort());
  await page.getByRole('button', { name: t('chat:loader.open') }).waitFor();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await submitOf(page).click();
  await expectToast(page, t('kernel:boot.network'));
  const region = page.getByRole('region', { name: t('kernel:ui.notifications') });
  const send = await submitOf(page).boundingBox();
  if (!send) throw new Error('there is no button');
  const isOver = async () => {
    const box = await region.boundingBox();
    return (
      box !== null &&
      box.x < send.x + send.width &&
      box.y < send.y + send.height &&
      box.y + box.height > send.y
    );
  };
  expect(await isOver()).toBe(false);
  // As a change of the layout would move it: first it is drawn there, then the page notices.
  const place = await region.getAttribute('data-place');
  await region.evaluate(async (own) => {
    own.dataset['place'] = '';
    for (let frame = 0; frame < 5; frame++) await new Promise((done) => requestAnimationFrame(done));
    dispatchEvent(new Event('resize'));
  });
  await expect(region).toHaveAttribute('data-place', place ?? '');
  expect(await isOver()).toBe(false);
});

test('a message that appears under a pointer on the submit button is drawn beside it from the first frame', async ({
  as,
}) => {
  const page = await as('operator', { path: acceptPath });
  await fillAcceptForm(page, `Oʻtin kerak ${uniqueMark()}`);
  await page.route('**/api/uz/applications', (route) => route.abort());
  const seen: string[] = [];
  await page.exposeFunction('noteToast', (word: string) => void seen.push(word));
  // At the time of creation, before anything is rendered.
  await page.evaluate((label) => {
    const region = document.querySelector<HTMLElement>(`section[aria-label="${label}"]`);
    const send = document.querySelector('[type="submit"]');
    if (!region || !send) throw new Error('there is no region, or no button');
    const isApart = (one: DOMRect, other: DOMRect) =>
      one.right <= other.left ||
      other.right <= one.left ||
      one.bottom <= other.top ||
      other.bottom <= one.top;
    const note = Reflect.get(window, 'noteToast') as (word: string) => void;
    new MutationObserver(() => {
      const [own, over] = [send.getBoundingClientRect(), region.getBoundingClientRect()];
      const place = region.dataset['place'] ?? '';
      region.dataset['place'] = '';
      const isBelow = !isApart(own, region.getBoundingClientRect());
      region.dataset['place'] = place;
      note(`${isApart(own, over) ? 'beside' : 'over'}${isBelow ? ', where it would be over' : ''}`);
    }).observe(region, { childList: true, subtree: true });
  }, t('kernel:ui.notifications'));
  // Messages appear above the assistant's button, where the form's button is.
  await page.getByRole('button', { name: t('chat:loader.open') }).waitFor();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await submitOf(page).click();
  await expectToast(page, t('kernel:boot.network'));
  expect(seen[0]).toBe('beside, where it would be over');
});

test('a message in a tab behind another stays until it could be read', async ({ as }) => {
  const page = await as('operator', { path: acceptPath });
  await fillAcceptForm(page, `Un kerak ${uniqueMark()}`);
  await page.route('**/api/uz/applications', (route) => route.abort());
  await page.clock.install();
  await submitOf(page).click();
  const toast = page.getByRole('region', { name: t('kernel:ui.notifications') });
  await toast.getByText(t('kernel:boot.network')).waitFor();
  const setHidden = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await page.clock.runFor(60_000);
  await setHidden(false);
  await expect(toast.getByText(t('kernel:boot.network'))).toBeVisible();
  // Hovering would pause it.
  await page.mouse.move(2, 300);
  await page.clock.runFor(10_000);
  await expect(toast.getByText(t('kernel:boot.network'))).toBeHidden();
});
