import type { Page } from '@playwright/test';
import { goTo } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

/** Toasts stay as long as a test looks at them. */
function keepToasts(): void {
  const own = setTimeout;
  const keep = (act: TimerHandler, after?: number, ...given: unknown[]) =>
    after === 5000 || after === 8000 ? 0 : own(act, after, ...given);
  window.setTimeout = keep as typeof setTimeout;
}

/** Gives the focus to each place of the page, and returns those that a toast lies over then. */
async function coveredBy(page: Page, toasts: string): Promise<{ places: number; covered: string[] }> {
  return page.evaluate(async (label) => {
    const region = document.querySelector(`section[aria-label="${label}"]`);
    if (!region?.querySelector('button')) throw new Error('there is no toast');
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex="0"]',
    );
    const covered: string[] = [];
    let places = 0;
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
    return { places, covered };
  }, toasts);
}

for (const [language, viewport] of [
  ['uz', { width: 375, height: 740 }],
  ['ru', { width: 1024, height: 640 }],
] as const) {
  const say = textsIn(language);
  const region = say('kernel:ui.notifications');

  test(`a message covers neither what has the focus nor the button that sends, ${viewport.width} px wide`, async ({
    as,
    api,
  }) => {
    const { id } = await api.sendApplication();
    const page = await as('superadmin', {
      path: '/login',
      language,
      viewport,
      tolerate: /Failed to load|ERR_FAILED/,
    });
    await page.addInitScript(keepToasts);
    await page.goto('/assistant/add');
    await page.getByRole('main').getByRole('switch').first().waitFor();
    const toast = page.getByRole('region', { name: region });

    await test.step('a form that could not be sent', async () => {
      for (const field of await page.getByRole('main').getByRole('textbox').all())
        await field.fill('Salom, dunyo');
      await page.route('**/api/**', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      const send = page.getByRole('main').locator('[type="submit"]').last();
      await send.click();
      await toast.getByRole('button').first().waitFor();
      await expect
        .poll(async () => {
          const [own, over] = [await send.boundingBox(), await toast.boundingBox()];
          return (
            own &&
            over &&
            own.y < over.y + over.height &&
            over.y < own.y + own.height &&
            own.x + own.width > over.x
          );
        })
        .toBe(false);
      const { places, covered } = await coveredBy(page, region);
      expect(places).toBeGreaterThan(8);
      expect(covered).toEqual([]);
      await page.screenshot({ path: `test-results/screenshots/toast-${language}-${viewport.width}.png` });
    });

    await test.step('on other pages, while it is there', async () => {
      for (const path of [
        '/settings',
        '/applications/list',
        `/applications/${id}/overview`,
        '/stats/application',
      ]) {
        await goTo(page, path);
        expect.soft((await coveredBy(page, region)).covered, path).toEqual([]);
      }
    });

    await test.step('its button closes it', async () => {
      await toast.getByRole('button').first().click();
      await expect(toast.getByRole('button')).toHaveCount(0);
    });
  });
}
