import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { createApi, type ApiClient } from '#kernel/testing/api.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import {
  attach,
  attachButtonOf,
  cardOf,
  composerOf,
  sendButtonOf,
  timelineOf,
} from '../e2e/support/applications.ts';
import { ensureBrowser } from '../e2e/browser.ts';
import { untilLive } from '../e2e/support/staff.ts';
import { t } from '../e2e/support/texts.ts';
import { openListFollower } from '../support/list-follower.ts';
import type { Installation } from './installation.ts';
import { pdf } from '#kernel/testing/samples.ts';
import type { Office } from './office.ts';
import { NotHere } from './steps.ts';

/** The name of the cookie with which the proxy keeps a browser at one node. */
const cookieName = 'lb';

/** The values of the proxy's cookie for each of the nodes. */
export async function cookiesOfNodes({ url }: Pick<Installation, 'url'>, count = 2): Promise<string[]> {
  const found = new Set<string>();
  for (let call = 0; call < 200 && found.size < count; call++) {
    const { headers } = await fetch(`${url}/health/ready`);
    const value = new RegExp(`\\b${cookieName}=([^;]+)`).exec(headers.get('set-cookie') ?? '')?.[1];
    if (value !== undefined) found.add(value);
  }
  if (found.size < count) throw new Error(`the proxy sent 200 calls to ${found.size} of ${count} nodes`);
  return [...found];
}

/** A client whose calls go to the node of a cookie. */
function at(url: string, { token }: ApiClient, cookie: string): ApiClient {
  const api = createApi(url, { token });
  const headers = { cookie: `${cookieName}=${cookie}` };
  return {
    ...api,
    get: (path, options) => api.get(path, { ...options, headers: { ...options?.headers, ...headers } }),
    upload: (path, fields, files, options) =>
      api.upload(path, fields, files, { ...options, headers: { ...options?.headers, ...headers } }),
  };
}

/** A sent file, for comparison with the returned one. */
export interface SentFile {
  readonly applicationId: number;
  readonly digest: string;
}

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Sends an application with a file to one node, and reads both through the other. */
export async function sendThroughNodes(
  { url }: Installation,
  { operator, neighborhoodId }: Office,
): Promise<[SentFile, note: string]> {
  const [one = '', two = ''] = await cookiesOfNodes({ url });
  const content = pdf('Ariza '.repeat(2000));
  const fields = {
    neighborhood_id: neighborhoodId,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Uyning tomini taʼmirlashga yordam kerak.',
    first_name: 'Gulnora',
    last_name: 'Rahimova',
  };
  const follower = await openListFollower(url, at(url, operator, two));
  const sent = await at(url, operator, one).upload<ApplicationDetail>(
    'applications',
    fields,
    [{ name: 'ariza.pdf', type: 'application/pdf', content }],
    { idempotencyKey: digestOf(content).slice(0, 32) },
  );
  if (sent.status !== 201) throw new Error(`not created: ${sent.status} ${JSON.stringify(sent.body)}`);
  const file = { applicationId: sent.body.id, digest: digestOf(content) };
  await requireFile(url, at(url, operator, two), file);
  for (let waits = 0; follower.received.get(file.applicationId) !== 1; waits++) {
    if (waits > 100) throw new Error('no event of it came through the WebSocket of the proxy');
    await sleep(100);
  }
  follower.stop();
  return [file, `${content.length} bytes came back through the other node, and one event`];
}

/** Throws unless an application's file is returned unchanged. */
export async function requireFile(url: string, api: ApiClient, file: SentFile): Promise<void> {
  const { status, body } = await api.get<ApplicationDetail>(`applications/${file.applicationId}`);
  if (status !== 200) throw new Error(`application ${file.applicationId}: ${status} ${JSON.stringify(body)}`);
  const address = body.files[0]?.url ?? 'no file';
  const headers = { authorization: api.token ?? '' };
  const response = await fetch(new URL(address, url), { headers });
  const digest = digestOf(new Uint8Array(await response.arrayBuffer()));
  if (digest !== file.digest) throw new Error(`${address} did not return the sent file: ${response.status}`);
}

/** Signs in with two browsers, each at one node; one accepts and writes, the other sees it happen. */
export async function workInBrowsers({ url }: Installation, office: Office, sent: SentFile): Promise<string> {
  const [one = '', two = ''] = await cookiesOfNodes({ url });
  const { shell } = findBrowser();
  const browser = await chromium.launch({ executablePath: shell, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const [left, right] = [await openPage(browser, url, one), await openPage(browser, url, two)];
    for (const page of [left, right]) {
      await page.goto(`${url}/applications/list`);
      await page.getByLabel(t('kernel:login.login')).fill(office.login);
      await page.getByLabel(t('kernel:login.password'), { exact: true }).fill(office.password);
      await page.keyboard.press('Enter');
      await expect(cardOf(page, sent.applicationId)).toBeVisible({ timeout: 60_000 });
      await untilLive(page);
      await page.goto(`${url}/applications/${sent.applicationId}/timeline`);
      await untilLive(page);
    }
    await left.getByRole('button', { name: t('applications:detail.accept'), exact: true }).click();
    await expect(timelineOf(right)).toContainText(t('applications:status.accepted'), { timeout: 20_000 });
    await composerOf(left).fill('Ertaga komissiya boradi.');
    await attach(left, attachButtonOf(left), {
      name: 'xulosa.pdf',
      mimeType: 'application/pdf',
      buffer: pdf('Xulosa'),
    });
    await sendButtonOf(left).click();
    await expect(timelineOf(right)).toContainText('Ertaga komissiya boradi.', { timeout: 20_000 });
    await expect(timelineOf(right)).toContainText('xulosa.pdf');
    return 'accepted in one browser, seen in the other, at another node; both accept any certificate';
  } finally {
    await browser.close();
  }
}

function findBrowser(): ReturnType<typeof ensureBrowser> {
  try {
    return ensureBrowser();
  } catch (error) {
    throw new NotHere((error as Error).message);
  }
}

async function openPage(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  await context.addCookies([{ name: cookieName, value: cookie, url }]);
  await context.addInitScript(() => localStorage.setItem('tour', 'seen'));
  return context.newPage();
}
