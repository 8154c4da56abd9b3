/**
 * The perceived latency of working on an application: `npm run bench -- perceived-latency [--rounds N]`.
 *
 * A clerk uses Chromium on a connection of 1.5 Mbit/s with a delay of 200 ms, at the machine's full speed.
 * Each step is measured in the page, from the key or button event to the first frame that shows its effect;
 * each round uses another application. The figures are medians and maxima; the goals are for the medians. It
 * needs `npm run build`.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { Api } from '../../e2e/support/api.ts';
import { composerOf } from '../../e2e/support/applications.ts';
import { startProduct } from '../../e2e/support/server.ts';
import { t } from '../../e2e/support/texts.ts';
import { slowDown } from '../first-list/measure.ts';
import { openBrowser } from '../map/browser.ts';
import { percentile } from '../support/percentile.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '10' } },
});
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error(`--rounds takes a whole number above 0, not ${values.rounds}`);

const line = { bitsPerSecond: 1_500_000, latencyMs: 200, slowdown: 1 } as const;
/** In milliseconds. A filter waits for the server: one round trip, and the transfer. */
const goals = {
  open: 100,
  accept: 100,
  status: 100,
  message: 100,
  task: 100,
  next: 100,
  filter: 262,
} as const;
/** The time until the parts of a page that follow its list are loaded, on that connection. */
const startMs = 4000;
/** A step without visible effect for this long has failed. */
const lateMs = 20_000;
type Step = keyof typeof goals;

print(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
const server = await startProduct();
const api = new Api(server.url);
const browser = await openBrowser();
const times = new Map<Step, number[]>();
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'uz' });
  const page = await context.newPage();
  const token = await api.token('operator');
  await page.addInitScript((own) => {
    localStorage.setItem('access-token', own);
    localStorage.setItem('tour', 'seen');
  }, token);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  for (let round = 0; round <= rounds; round++) {
    await workThrough(page, round);
    // The first round loads the code of each part.
    if (round === 0) {
      times.clear();
      await slowDown(session, line);
    }
  }
  process.exitCode = printTimes() ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}

/**
 * Opens an application, accepts it, replies, assigns a task, rejects the application, closes the task, goes
 * to the next application, and filters the list.
 */
async function workThrough(page: Page, round: number): Promise<void> {
  const next = await api.sendApplication({ last_name: `Keyingiyeva${round}` });
  const { id } = await api.sendApplication({ last_name: `Birinchiyeva${round}` });
  await page.goto(`${server.url}/applications/list`);
  const link = page.locator(`a[href="/applications/${id}"]`).first();
  await link.waitFor();
  await settle(page, startMs);
  await measure(page, 'open', ['h1', `Birinchiyeva${round}`], () => link.click());
  const accept = page.getByRole('button', { name: t('applications:detail.accept') });
  await settle(page);
  const status = '[data-status-control]';
  await measure(page, 'accept', [status, t('applications:status.accepted')], () => accept.click());
  await settle(page);

  const timeline = '[role="log"]';
  await composerOf(page).fill(`Xabar ${round}`);
  await measure(page, 'message', [timeline, `Xabar ${round}`], () => composerOf(page).press('Enter'));
  await settle(page);

  await page.getByRole('button', { name: t('applications:composer.task'), exact: true }).click();
  await page.getByRole('combobox', { name: t('applications:composer.receiver') }).click();
  await page.getByRole('option').first().click();
  await composerOf(page).fill(`Topshiriq ${round}`);
  const sendTask = page.getByRole('button', { name: t('applications:composer.sendTask'), exact: true });
  await measure(page, 'task', [timeline, `Topshiriq ${round}`], () => sendTask.click());
  await settle(page);

  await page.locator(status).getByRole('button').click();
  await page.getByRole('menuitem', { name: t('applications:status.rejected') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(`Sabab ${round}`);
  const submit = dialog.getByRole('button', { name: t('applications:detail.submitStatus') });
  await measure(page, 'status', [status, t('applications:status.rejected')], () => submit.click());
  await settle(page);
  // The task is still open.
  await page.getByRole('button', { name: t('applications:tasks.closeAction') }).click();
  await settle(page);

  // Shortcuts work from the page, not from its fields.
  await page.locator('body').press('Escape');
  await page.locator('h1').click();
  await measure(page, 'next', ['h1', `Keyingiyeva${round}`], () => page.keyboard.press('j'));
  await settle(page);
  await api.accept(next.id, 'operator');

  await api.sendApplication({ last_name: `Yangiyeva${round}` });
  await page.goto(`${server.url}/applications/list`);
  await link.waitFor();
  await settle(page, startMs);
  const rejected = page
    .getByRole('group', { name: t('applications:list.statusFilter') })
    .getByRole('button', { name: new RegExp(`^${t('applications:status.rejected')}`) });
  await measure(page, 'filter', ['ul li:first-child h2', `Birinchiyeva${round}`], () => rejected.click());
}

/** The time in which users read the result; meanwhile everything is loaded and saved. */
async function settle(page: Page, milliseconds = 1000): Promise<void> {
  await sleep(milliseconds);
  await page.getByText(t('applications:timeline.sending')).waitFor({ state: 'hidden' });
}

/** From the event of a step to the first frame in which an element contains a text. */
async function measure(
  page: Page,
  step: Step,
  [selector, text]: readonly [string, string],
  act: () => Promise<void>,
): Promise<void> {
  // Listens before the step is done, which may be faster than a call to the page.
  const shown = await page.evaluateHandle(
    ([expected, words]) => {
      const time = new Promise<number>((done) => {
        let began = 0;
        const onEvent = (event: Event) => void (began ||= event.timeStamp);
        for (const type of ['keydown', 'click']) document.addEventListener(type, onEvent, { capture: true });
        const check = () => {
          const isThere = [...document.querySelectorAll(expected)].some(({ textContent }) =>
            textContent.includes(words),
          );
          if (began > 0 && isThere) done(performance.now() - began);
          else requestAnimationFrame(check);
        };
        check();
      });
      return { time };
    },
    [selector, text] as const,
  );
  const late = sleep(lateMs, null, { ref: false }).then(() => {
    throw new Error(`the effect of ${step} is not visible`);
  });
  const [time] = await Promise.race([late, Promise.all([shown.evaluate(({ time: own }) => own), act()])]);
  times.set(step, [...(times.get(step) ?? []), time]);
}

function printTimes(): boolean {
  print(`${'ms'.padEnd(10)}${'median'.padStart(8)}${'worst'.padStart(8)}${'goal'.padStart(8)}  reached`);
  const verdicts = [...times].map(([step, all]) => {
    const median = percentile(all, 0.5);
    const isReached = median <= goals[step];
    const cells = [median, Math.max(...all), goals[step]].map((value) => value.toFixed(0).padStart(8));
    print(`${step.padEnd(10)}${cells.join('')}  ${isReached ? 'yes' : 'NO'}`);
    return isReached;
  });
  return verdicts.every(Boolean);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
