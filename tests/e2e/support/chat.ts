import { createServer } from 'node:http';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { Server } from './server.ts';
import type { Site } from './site.ts';

/** The round button on a page of another site. */
export function chatButtonOf(page: Page): Locator {
  return page.locator('komak-chat button.open');
}

/** The panel on a page of another site. */
export function framedPanelOf(page: Page): FrameLocator {
  return page.frameLocator('komak-chat iframe');
}

/** The questions in the log. */
export function questionsIn(panel: FrameLocator | Locator): Locator {
  return panel.locator('.kc-messages .kc-mine');
}

/** The complete replies. */
export function repliesIn(panel: FrameLocator | Locator): Locator {
  return panel.locator('.kc-messages .kc-theirs[data-state="whole"]');
}

/** Options of the page of another site. */
export interface HostPage {
  /** Hostile styles, not for visual checks. */
  readonly unfriendly?: boolean;
  readonly lang?: 'uz' | 'ru';
  /** Attributes of the script. */
  readonly attributes?: string;
  readonly body?: string;
  /** Additional frames that the policy allows. */
  readonly frames?: string;
  /** Runs before the script of the chat. */
  readonly early?: string;
}

/** Observations of the host page. */
export interface HostObservations {
  readonly heard: readonly (readonly [event: string, detail: object])[];
  readonly violations: readonly string[];
  readonly messages: number;
}

/** Adds a page with the chat at `/host`, under a policy that allows exactly what `widgets/README.md` requires. */
export function serveHostPage(site: Site, product: Server, host: HostPage = {}): void {
  const { unfriendly = false, lang = 'uz', attributes = '', body = '', frames = '', early = '' } = host;
  const style = unfriendly ? '* { all: unset !important; }' : 'body { font: 16px/1.5 sans-serif; }';
  site.put('/host.css', { type: 'text/css', body: style });
  site.put('/host.js', {
    type: 'text/javascript',
    body: `
      window.noticed = { heard: [], violations: [], messages: 0 };
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        noticed.violations.push(violatedDirective + ' ' + blockedURI));
      addEventListener('message', () => { noticed.messages += 1; });
      window.komakChat = (...call) => (window.komakChat.q ??= []).push(call);
      for (const event of ['ready', 'open', 'close', 'message'])
        komakChat('on', event, (detail) => noticed.heard.push([event, detail]));
      ${early}`,
  });
  site.put('/host', {
    type: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self' ${product.url}; frame-src ${product.url} ${frames}; require-trusted-types-for 'script'`,
    },
    body: `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>host</title><link rel="stylesheet" href="/host.css">
      <body><main><h1>Shahar hokimligi</h1><a href="#first">Birinchi</a></main>${body}<script src="/host.js"></script>
      <script async src="${product.url}/widgets/komak-chat.js" ${attributes}></script></body></html>`,
  });
}

/** The observations of the page so far. */
export function noticedBy(page: Page): Promise<HostObservations> {
  return page.evaluate(() => (window as unknown as { noticed: HostObservations }).noticed);
}

/** A fake model server, which sends pieces on request, and fails until it is told to respond. */
export interface Model {
  readonly address: string;
  /** Responds with these pieces from now on, each when it is released. */
  speak(pieces: readonly string[]): { next(): void };
  /** Fails from now on, so that the assistant answers from the knowledge base. */
  fail(): void;
  close(): Promise<void>;
}

/** Starts a fake model server. */
export async function startModel(): Promise<Model> {
  let pieces: readonly string[] | null = null;
  let allowed = 0;
  let waiting: (() => void)[] = [];
  const event = (content: string, reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`;
  const nextFrame = () =>
    new Promise<void>((done) => {
      if (allowed > 0) {
        allowed -= 1;
        done();
      } else waiting.push(done);
    });
  const server = createServer((request, response) => {
    request.resume();
    if (!pieces) {
      response.writeHead(500).end();
      return;
    }
    const pending = pieces;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void (async () => {
      for (const piece of pending) {
        await nextFrame();
        response.write(event(piece));
      }
      response.end(`${event('', 'stop')}data: [DONE]\n\n`);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the model has no port');
  return {
    address: `http://127.0.0.1:${address.port}/v1`,
    speak(given) {
      pieces = given;
      allowed = 0;
      waiting = [];
      return {
        next() {
          const first = waiting.shift();
          if (first) first();
          else allowed += 1;
        },
      };
    },
    fail: () => void (pieces = null),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
