import { demoPassword } from '../e2e/support/api.ts';
import { t } from '../e2e/support/texts.ts';
import { story } from './support/story.ts';

story('signs in, after a wrong password is explained', async ({ page, product, picture, tolerate }) => {
  tolerate(/401|status of 4/);
  await page.goto(`${product}/applications/list`);
  await page.isAt('/login');
  await page.write({ css: 'input', name: t('kernel:login.login') }, 'operator');
  await page.write({ css: 'input', name: t('kernel:login.password') }, 'not the password');
  await page.driver.press('Enter');
  await page.sees(t('kernel:errors.wrong_login'));
  await picture('sign-in');
  await page.click({ css: 'input', name: t('kernel:login.password') });
  await page.driver.run(() => (document.activeElement as HTMLInputElement).select(), []);
  await page.driver.type(demoPassword);
  await page.driver.press('Enter');
  await page.isAt('/applications');
  await page.find({ css: 'main ul[aria-label] > li' });
});
