import {
  attach,
  attachButtonOf,
  cardOf,
  cardsOf,
  choose,
  composerOf,
  expectToast,
  padId,
  pdf,
  sendButtonOf,
  timelineOf,
} from './support/applications.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('an application goes through its life cycle from arrival to a colleague', async ({ as, api }) => {
  const operator = await as('operator', { path: '/applications/list' });
  await expect(cardsOf(operator).first()).toBeVisible();

  const { id } = await api.sendApplication({ first_name: 'Zulfiya', last_name: 'Matkarimova' });
  await test.step('new application slides in at the top of the list', async () => {
    await expect(cardsOf(operator).first()).toContainText(padId(id));
    await expect(cardOf(operator, id)).toContainText('Zulfiya');
    await expect(cardOf(operator, id)).toContainText(t('applications:status.created'));
  });

  await test.step('opens at its timeline', async () => {
    await cardOf(operator, id)
      .getByRole('link', { name: /Matkarimova/ })
      .click();
    await expect(operator).toHaveURL(new RegExp(`/applications/${id}/timeline$`));
    await expect(operator.getByRole('heading', { level: 1 })).toContainText('Matkarimova Zulfiya');
    await expect(timelineOf(operator)).toContainText('Uyning tomini');
  });

  await test.step('is accepted without a reason', async () => {
    await operator.getByRole('button', { name: t('applications:detail.accept'), exact: true }).press('Enter');
    await expectToast(operator, t('applications:detail.statusChanged'));
    // It is replaced by the next possible action.
    await expect(operator.getByRole('button', { name: t('applications:detail.changeStatus') })).toBeFocused();
    await expect(timelineOf(operator)).toContainText(t('applications:status.accepted'));
  });

  await test.step('sends a message with a file', async () => {
    await composerOf(operator).fill('Assalomu alaykum! Ertaga komissiya boradi.');
    await attach(operator, attachButtonOf(operator), pdf('maʼlumotnoma.pdf'));
    await expect(operator.getByText('maʼlumotnoma.pdf')).toBeVisible();
    await sendButtonOf(operator).click();
    await expectToast(operator, t('applications:composer.messageSent'));
    await expect(timelineOf(operator)).toContainText('Ertaga komissiya boradi.');
    await expect(timelineOf(operator)).toContainText('maʼlumotnoma.pdf');
    await expect(composerOf(operator)).toHaveValue('');
  });

  const operator2 = await as('operator2', { path: '/applications/list' });
  await expect(cardsOf(operator2).first()).toBeVisible();
  // Only connected users receive the toast.
  await untilLive(operator2);

  await test.step('is forwarded to a colleague', async () => {
    const colleague = await api.get<{ first_name: string; last_name: string }>('admins/admin', 'operator2');
    await operator.getByRole('button', { name: t('applications:composer.task'), exact: true }).click();
    await choose(operator, t('applications:composer.receiver'), new RegExp(colleague.last_name));
    await composerOf(operator).fill('Tomni koʻrib, xulosa yozing.');
    await operator.getByRole('button', { name: t('applications:composer.sendTask'), exact: true }).click();
    await expectToast(operator, t('applications:composer.taskSent'));
    await expect(timelineOf(operator)).toContainText(t('applications:timeline.forwarded'));
    await expect(timelineOf(operator)).toContainText(colleague.last_name);
  });

  await test.step('colleague sees it arrive and opens it from the bell', async () => {
    const bell = operator2.getByRole('button', { name: new RegExp(t('notifications:bell')) });
    await expect(bell).toContainText(/[1-9]/);
    await bell.click();
    await operator2.getByText('Tomni koʻrib, xulosa yozing.').click();
    await expect(operator2).toHaveURL(new RegExp(`/applications/${id}(/|$)`));
    await expect(timelineOf(operator2)).toContainText('Tomni koʻrib, xulosa yozing.');
  });

  await test.step('changes appear at once on the other screen', async () => {
    await operator2.getByRole('button', { name: t('applications:detail.changeStatus') }).click();
    await operator2.getByRole('menuitem', { name: t('applications:status.completed') }).click();
    const dialog = operator2.getByRole('dialog');
    await dialog.getByRole('button', { name: t('applications:detail.submitStatus') }).click();
    await expect(dialog).toContainText(t('applications:detail.reasonRequired'));
    const reason = dialog.getByRole('textbox');
    await reason.fill('Tom taʼmirlandi.');
    const line = Promise.withResolvers<void>();
    await operator2.route('**/actions/statuses', async (route) => {
      await line.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: t('applications:detail.submitStatus') }).click();
    // It is shown before the server has responded.
    await expect(dialog).toBeHidden();
    await expect(timelineOf(operator2)).toContainText('Tom taʼmirlandi.');
    await expect(timelineOf(operator2)).toContainText(t('applications:timeline.sending'));
    line.resolve();
    await expectToast(operator2, t('applications:detail.statusChanged'));
    await expect(timelineOf(operator2)).toContainText('Tom taʼmirlandi.');
    await expect(timelineOf(operator)).toContainText('Tom taʼmirlandi.');
    await expect(timelineOf(operator)).toContainText(t('applications:status.completed'));
  });
});

test('new items are counted and do not move a list that is being read', async ({ as, api }) => {
  const operator = await as('operator', { path: '/applications/list' });
  await operator.waitForEvent('websocket');
  await operator.waitForLoadState('networkidle');
  await expect(cardsOf(operator).first()).toBeVisible();
  await operator.mouse.wheel(0, 900);
  await expect.poll(() => operator.evaluate(() => scrollY)).toBeGreaterThan(100);
  const nameOfFirst = () => cardsOf(operator).first().getByRole('link').innerText();
  const before = await nameOfFirst();
  const { id } = await api.sendApplication({ first_name: 'Nilufar', last_name: 'Sobirova' });
  const pill = operator.getByRole('button', { name: t('applications:list.newApplications', { count: 1 }) });
  await expect(pill).toBeVisible();
  expect(await nameOfFirst()).toBe(before);
  await pill.click();
  await expect(cardsOf(operator).first()).toContainText(padId(id));
});

test('an application of another area is not found', async ({ as, api }) => {
  const own = await api.neighborhoodsOf('operator');
  const foreign = (await api.neighborhoodsOf('operator2')).find((id) => !own.includes(id));
  expect(foreign).toBeDefined();
  const operator = await as('operator', { path: '/applications/list' });
  await expect(cardsOf(operator).first()).toBeVisible();
  const { id } = await api.sendApplication({ neighborhood_id: String(foreign), last_name: 'Begonayeva' });
  const after = await api.sendApplication({ last_name: 'Tanishova' });
  await expect(cardOf(operator, after.id)).toBeVisible();
  await expect(cardOf(operator, id)).toHaveCount(0);
  await operator.goto(`/applications/${id}`);
  await expect(operator.getByText(t('applications:detail.notFoundTitle'))).toBeVisible();
});

test('a growing header leaves the composer at the bottom of the window, and logs no error', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication({ last_name: 'Balandova' });
  // High enough that only the sheet with the timeline determines the page's height.
  const operator = await as('operator', {
    path: `/applications/${id}/timeline`,
    viewport: { width: 1440, height: 1600 },
  });
  // With reduced motion, every style change is one frame late, which hides changes within a frame.
  await operator.emulateMedia({ reducedMotion: 'no-preference' });
  const head = operator.getByRole('heading', { level: 1 });
  await expect(head).toContainText('Balandova');
  const footerOf = async () => {
    const box = await sendButtonOf(operator).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect.poll(footerOf).toBeGreaterThan(1500);
  const before = await footerOf();
  const noted = operator.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const messages: string[] = [];
        addEventListener('error', ({ message }) => void messages.push(message));
        addEventListener('told', () => done(messages), { once: true });
      }),
  );
  for (const grown of ['80px', '0px', '120px']) {
    await head.evaluate((element, padding) => void (element.style.paddingBottom = padding), grown);
    await expect.poll(footerOf).toBe(before);
  }
  await operator.evaluate(() => void dispatchEvent(new Event('told')));
  expect(await noted).toEqual([]);
});
