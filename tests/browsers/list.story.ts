import { t } from '../e2e/support/texts.ts';
import { story } from './support/story.ts';

story(
  'a new application slides into the list, and a search finds it',
  async ({ page, api, enter, picture }) => {
    await enter('operator', '/applications/list');
    await page.find({ css: 'main ul[aria-label] > li' });
    const name = `Zul${Date.now().toString(36)}`;
    const { id } = await api.sendApplication({ first_name: name, last_name: 'Matkarimova' });
    await page.sees(name);
    await page.write({ css: 'main input', name: t('applications:list.searchLabel') }, name);
    await page.until(
      'one card',
      (wanted: string) => {
        const cards = [...document.querySelectorAll<HTMLElement>('main ul[aria-label] > li')];
        return cards.length === 1 && cards[0]?.innerText.includes(wanted);
      },
      [name],
    );
    await picture('list');
    await page.click({ css: 'main ul[aria-label] > li a', name: 'Matkarimova' });
    await page.isAt(`/applications/${id}`);
  },
);
