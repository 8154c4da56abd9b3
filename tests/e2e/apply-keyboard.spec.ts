import type { FrameLocator, Locator, Page } from '@playwright/test';
import { applyFormOf, serveApplyPage } from './support/apply.ts';
import { accessibilityIssuesAt } from './support/screens.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

/** The smallest kind of phone, and a page of 1280 px at 400 % (WCAG 1.4.10). */
const narrow = { width: 320, height: 640 };
const people = {
  uz: { last_name: 'Oʻrinboyev', first_name: 'Anvar', number: '31210632040244', phone: '901234567' },
  ru: { last_name: 'Юсупова', first_name: 'Дилноза', number: '40504900400016', phone: '+998 93 765 43 21' },
} as const;

let site: Site;
let product: Server;
// In one worker, which starts a single server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startSite();
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.allowedOrigins = [site.url];
      deployment.plugins['intake'] = { config: { visitors: true, proofBits: 10 } };
    }),
  );
});
test.afterAll(async () => {
  await Promise.all([product?.close(), site?.close()]);
});

for (const language of ['uz', 'ru'] as const) {
  const texts = textsIn(language);
  const translate = (key: string, values?: Record<string, string | number>) =>
    texts(`apply:panel.${key}`, values);
  const person = people[language];

  test(`in ${language} a citizen applies by keyboard alone on a screen of 320 px, and each field has a name`, async ({
    page,
  }) => {
    await page.setViewportSize(narrow);
    // From the start: a listener added just before the key press is too late for a frame in another process.
    page.on('filechooser', (chooser) => void chooser.setFiles([pdf(`${'ariza-'.repeat(12)}.pdf`)]));
    serveApplyPage(site, product, { attributes: `lang="${language}"` });
    await page.goto(`${site.url}/host`);
    const form = applyFormOf(page);
    await expect(form.locator('.ka-form')).toBeVisible({ timeout: 60_000 });
    const field = (name: string) => form.getByLabel(new RegExp(`^${translate(`fields.${name}`)}`));
    const button = (name: string) => form.getByRole('button', { name, exact: true });
    const { tabTo, type, press } = keyboardOf(page);
    const isAt = (step: string) =>
      expect(form.getByRole('heading', { name: translate(`steps.${step}`), level: 2 })).toBeFocused();
    const looksRight = async (name: string) => {
      await page.screenshot({
        path: `test-results/screenshots/apply-320-${language}-${name}.png`,
        fullPage: true,
      });
      await expectReflow(page, form, name);
      expect.soft(await accessibilityIssuesAt(page), name).toEqual([]);
    };

    await test.step('the person: each field shows its own error', async () => {
      await tabTo(button(translate('next')));
      await press('Enter');
      await expect(field('last_name')).toBeFocused();
      await expect(field('last_name')).toHaveAccessibleDescription(translate('problems.required'));
      await expect(field('personal_number')).toHaveAccessibleDescription(
        new RegExp(`${translate('problems.document')}.*${translate('hints.personal_number')}`),
      );
      await looksRight('wrong');
      await type(person.last_name);
      await tabTo(field('first_name'));
      await type(person.first_name);
      await tabTo(field('father_name'));
      await tabTo(field('personal_number'));
      await type(person.number);
      await tabTo(field('passport'));
      await tabTo(field('phone'));
      await type(person.phone);
      await expect(field('last_name')).toHaveAccessibleDescription('');
      await press('Enter');
      await isAt('place');
    });

    await test.step('the place: lists are chosen from by arrows', async () => {
      await expect(field('neighborhood_id')).toHaveAccessibleDescription(translate('hints.neighborhood_id'));
      await tabTo(field('neighborhood_id'));
      await press('ArrowDown', 'ArrowDown');
      await expect(field('neighborhood_id')).not.toHaveValue('');
      await tabTo(field('employment_status'));
      await press('ArrowDown');
      await expect(field('employment_status')).toHaveValue('official');
      await tabTo(field('salary'));
      await type('8 000 000');
      await looksRight('place');
      await tabTo(button(translate('next')));
      await press('Enter');
      await isAt('request');
    });

    await test.step('the request: Enter adds a line, and a button adds a file', async () => {
      await tabTo(field('planned_assistance'));
      await type('Tom oqyapti.');
      await press('Enter');
      await type('A'.repeat(120));
      await expect(field('planned_assistance')).toHaveValue(`Tom oqyapti.\n${'A'.repeat(120)}`);
      await tabTo(button(translate('files.add')));
      await press('Enter');
      await expect(
        form.getByRole('list', { name: translate('files.title') }).getByRole('listitem'),
      ).toHaveCount(1);
      await expect(form.locator('progress')).toHaveCount(0);
      await expect(form.getByRole('status')).toContainText('ariza-');
      await looksRight('request');
      await tabTo(button(translate('files.remove', { name: `${'ariza-'.repeat(12)}.pdf` })));
      await tabTo(button(translate('next')));
      await press('Enter');
      await isAt('review');
    });

    await test.step('the review links back to a step, and forward again', async () => {
      await tabTo(button(translate('edit', { step: translate('steps.place') })));
      await press('Enter');
      await isAt('place');
      await tabTo(button(translate('back')));
      await press('Enter');
      await isAt('person');
      await expect(field('last_name')).toHaveValue(person.last_name);
      for (const step of ['place', 'request', 'review']) {
        await tabTo(button(translate('next')));
        await press(' ');
        await isAt(step);
      }
      await looksRight('review');
      await tabTo(button(translate('submit')));
      await press('Enter');
      await expect(form.getByRole('heading', { name: translate('receipt.title') })).toBeFocused();
      await looksRight('receipt');
    });

    await test.step('from the receipt to the status', async () => {
      await tabTo(button(translate('receipt.status')));
      await press('Enter');
      await expect(form.locator('.ka-application').getByRole('heading', { level: 3 })).toBeFocused();
      await looksRight('status');
    });
  });
}

/** The height of the frame until the form has loaded, in pixels (`loader.css`). */
const reserved = 640;

test('the page around the form does not jump while the form loads', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/uz/intake/form*', (route) => released.then(() => route.continue()));
  serveApplyPage(site, product);
  await page.goto(`${site.url}/host`);
  const heightOfFrame = () =>
    page.locator('komak-apply iframe').evaluate((frame) => frame.getBoundingClientRect().height);
  const form = applyFormOf(page);
  await expect(form.getByText(textsIn('uz')('apply:panel.load.loading'))).toBeVisible();
  // Long enough for the panel to report a height, which it must not do.
  await page.waitForTimeout(1000);
  expect(await heightOfFrame()).toBe(reserved);
  release();
  await expect(form.locator('.ka-form')).toBeVisible();
  await expect.poll(heightOfFrame).not.toBe(reserved);
});

/** The keys of a user without a pointer; every reached element must show its focus. */
function keyboardOf(page: Page) {
  return {
    async tabTo(target: Locator): Promise<void> {
      await expect(target).toBeVisible();
      const isReached = () => target.evaluate((element) => element.ownerDocument.activeElement === element);
      for (let round = 0; round < 40 && !(await isReached()); round++) await page.keyboard.press('Tab');
      await expect(target).toBeFocused();
      const ring = await target.evaluate((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
      expect(ring, 'the focus is seen').toBeGreaterThanOrEqual(2);
    },
    type: (text: string) => page.keyboard.insertText(text),
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}

/** Neither the page nor the form in it is wider than the screen, and nothing of the form is cut off. */
async function expectReflow(page: Page, form: FrameLocator, name: string): Promise<void> {
  const outer = await page.evaluate(() => document.documentElement.scrollWidth);
  const inner = await form.locator('html').evaluate((root) => ({
    width: root.scrollWidth - root.clientWidth,
    beside: [...root.querySelectorAll('.ka *')]
      .filter((element) => !element.closest('.ka-sr'))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (right > root.clientWidth + 0.5 || left < -0.5);
      })
      .map((element) => `${element.tagName} ${element.className}`),
  }));
  expect.soft({ outer, ...inner }, name).toEqual({ outer: narrow.width, width: 0, beside: [] });
}

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
});
