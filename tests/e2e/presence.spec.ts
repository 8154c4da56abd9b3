import type { Page } from '@playwright/test';
import { accessibilityIssuesOf } from './support/axe.ts';
import { composerOf } from './support/applications.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

interface Me {
  readonly first_name: string;
  readonly last_name: string;
}

const nameOf = ({ first_name, last_name }: Me) => `${last_name} ${first_name.slice(0, 1)}.`;
const noteOf = (page: Page) => page.getByRole('heading', { level: 1 }).locator('..').getByRole('status');

test('two users of an application see each other, who is answering, and who has left, each in their language', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication({ first_name: 'Hozir', last_name: 'Ochilgan' });
  await api.accept(id, 'operator');
  const path = `/applications/${id}/timeline`;
  const [uz, ru] = [textsIn('uz'), textsIn('ru')];
  const one = await as('operator', { path });
  const other = await as('operator2', { path, language: 'ru', viewport: { width: 375, height: 740 } });
  await Promise.all([untilLive(one), untilLive(other)]);
  const [first, second] = [
    await api.get<Me>('admins/admin', 'operator'),
    await api.get<Me>('admins/admin', 'operator2'),
  ];

  await test.step('each sees the other', async () => {
    await expect(noteOf(one)).toContainText(uz('applications:presence.open', { names: nameOf(second) }));
    await expect(noteOf(other)).toContainText(ru('applications:presence.open', { names: nameOf(first) }));
    for (const page of [one, other]) expect(await accessibilityIssuesOf(page)).toEqual([]);
  });

  await test.step('a typing user is shown as answering, until they pause', async () => {
    await composerOf(one).pressSequentially('Assalomu alaykum');
    const words = ru('applications:presence.writing', { name: nameOf(first) });
    await expect(noteOf(other)).toContainText(words);
    await expect(noteOf(other)).toContainText(ru('applications:presence.open', { names: nameOf(first) }));
    await composerOf(one).fill('');
  });

  await test.step('a user who opens another page disappears, and reappears on return', async () => {
    await other.goto('/applications/list');
    await expect(noteOf(one)).toHaveText('');
    await other.goto(path);
    await expect(noteOf(one)).toContainText(nameOf(second));
  });

  await test.step('a page in the background has nothing open', async () => {
    await other.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(noteOf(one)).toHaveText('');
  });
});
