import { t } from '../e2e/support/texts.ts';
import { story } from './support/story.ts';

story('an application is accepted, and a message is sent', async ({ page, api, enter, picture }) => {
  const { id } = await api.sendApplication({ first_name: 'Zulfiya', last_name: 'Matkarimova' });
  await enter('operator', `/applications/${id}/timeline`);
  await page.click({ css: 'button', name: t('applications:detail.accept') });
  await page.sees(t('applications:detail.statusChanged'));
  await page.write(
    { css: 'textarea', name: t('applications:composer.label') },
    'Assalomu alaykum! Ertaga boramiz.',
  );
  await page.click({ css: 'button', name: t('applications:composer.send') });
  await page.sees(t('applications:composer.messageSent'));
  await page.until(
    'the message in the timeline',
    (label: string) =>
      document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.innerText.includes('Ertaga boramiz.'),
    [t('applications:timeline.label')],
  );
  await picture('case');
});
