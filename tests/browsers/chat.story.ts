import { expect } from 'vitest';
import { t } from '../e2e/support/texts.ts';
import { story, type Walk } from './support/story.ts';

const question = 'Ariza holatini qanday bilaman?';

/** The content of the panel's field. */
const draft = () => document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')?.value;
const replies = () => document.querySelectorAll('.kc-theirs[data-state="whole"]').length;

story('the assistant of the back-office takes what is typed at once, and answers', async (walk) => {
  const { page, enter, picture } = walk;
  await enter('operator', '/applications/list');
  await page.find({ css: 'main ul[aria-label] > li' });
  await page.click({ css: 'button', name: t('chat:loader.open') });
  // No wait: immediate input must not be lost.
  await page.driver.type(question);
  await page.until(
    'the whole question in the field',
    (expected: string) =>
      document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')?.value === expected,
    [question],
  );
  await page.driver.press('Enter');
  await page.until('a reply', replies);
  await page.driver.type('Rahmat');
  expect(await page.driver.run(draft, [])).toBe('Rahmat');
  await picture('chat');
  await page.driver.press('Escape');
  await page.until(
    'the focus on the button again',
    (name: string) => document.activeElement?.getAttribute('aria-label') === name,
    [t('chat:loader.open')],
  );
});

story('the assistant on another site takes what is typed at once, and answers', async (walk: Walk) => {
  const { page, site, picture } = walk;
  const frame = 'komak-chat';
  await page.goto(`${site}/chat`);
  await page.click({ css: 'button.open', name: t('chat:loader.open') });
  await page.driver.type(question);
  await page.until(
    'the whole question in the field',
    (expected: string) =>
      document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')?.value === expected,
    [question],
    frame,
  );
  await page.driver.press('Enter');
  await page.until('a reply', replies, [], frame);
  await picture('chat-site');
});
