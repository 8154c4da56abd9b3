import type { Page } from '@playwright/test';
import { repliesIn } from './support/chat.ts';
import { testMoreScreens, type Screen } from './support/screens.ts';
import type { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

/** Opens the panel with an empty conversation. */
async function openPanel(page: Page, translate: Translate) {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('chat:')) localStorage.removeItem(key);
  });
  await page.reload();
  await page.getByRole('button', { name: translate('chat:loader.open') }).click();
  const panel = page.getByRole('dialog', { name: translate('chat:panel.title') });
  await panel.locator('.kc-chip').first().waitFor();
  return panel;
}

async function ask(page: Page, translate: Translate, question: string): Promise<void> {
  const panel = await openPanel(page, translate);
  const input = panel.getByRole('textbox', { name: translate('chat:panel.input') });
  await input.fill(question);
  await input.press('Enter');
  await repliesIn(panel).first().waitFor();
}

const screens: readonly Screen[] = [
  {
    name: 'chat-begin',
    login: 'operator',
    path: '/settings',
    ready: openPanel,
  },
  {
    name: 'chat-answer',
    login: 'operator',
    path: '/applications/list',
    ready: async (page, translate) => {
      const panel = await openPanel(page, translate);
      await panel.locator('.kc-chip').first().click();
      await repliesIn(panel).first().waitFor();
    },
  },
  {
    name: 'chat-unknown',
    login: 'operator',
    path: '/applications/list',
    ready: (page, translate) => ask(page, translate, 'Oyda suv bormi?'),
  },
  {
    name: 'chat-failed',
    login: 'operator',
    path: '/settings',
    ready: async (page, translate) => {
      const panel = await openPanel(page, translate);
      await page.route('**/api/uz/chatbot**', (route) => route.abort());
      await panel.locator('.kc-chip').first().click();
      await panel.locator('.kc-mine[data-state="failed"]').waitFor();
    },
  },
  {
    name: 'chat-phone',
    login: 'operator',
    path: '/settings',
    phoneOnly: true,
    ready: async (page, translate) => {
      const panel = await openPanel(page, translate);
      await panel.locator('.kc-chip').first().click();
      await repliesIn(panel).first().waitFor();
    },
  },
];

testMoreScreens(screens);
