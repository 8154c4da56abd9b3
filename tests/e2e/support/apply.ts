import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import type { Server } from './server.ts';
import type { Site } from './site.ts';

/** The form on a page of another site. */
export function applyFormOf(page: Page): FrameLocator {
  return page.frameLocator('komak-apply iframe');
}

/** What the site's page has observed. */
export interface ApplyObservations {
  readonly heard: readonly string[];
  readonly messages: readonly string[];
  readonly violations: readonly string[];
}

/**
 * Adds a page with the form at `/host`, under a policy that allows exactly what `widgets/README.md` requires.
 * A hostile page resets every style, adds properties to every object, and listens to everything it can.
 */
export function serveApplyPage(
  site: Site,
  product: Server,
  { hostile = false, attributes = '', early = '', body = '', frames = '' } = {},
): void {
  const spoil = `
    Object.prototype.injected = 'x';
    Array.prototype.includes = () => true;
    Object.defineProperty(Object.prototype, 'lasts', { get: () => false, set() {}, configurable: true });`;
  site.put('/host.css', {
    type: 'text/css',
    body: hostile
      ? '* { all: unset !important; } iframe { display: none !important; }'
      : 'body { margin: 8px; }',
  });
  site.put('/host.js', {
    type: 'text/javascript',
    body: `
      window.noticed = { heard: [], messages: [], violations: [] };
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        noticed.violations.push(violatedDirective + ' ' + blockedURI));
      addEventListener('message', ({ data }) => noticed.messages.push(JSON.stringify(data)));
      for (const type of ['ready', 'sent']) document.addEventListener(type, ({ detail }) =>
        noticed.heard.push(type + ' ' + JSON.stringify(detail)), true);
      ${early}
      ${hostile ? spoil : ''}`,
  });
  site.put('/host', {
    type: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self' ${product.url}; frame-src ${product.url} ${frames}; require-trusted-types-for 'script'`,
    },
    body: `<!doctype html><html lang="uz"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>host</title><link rel="stylesheet" href="/host.css">
      <body><main><h1>Shahar hokimligi</h1><komak-apply ${attributes}></komak-apply></main>${body}
      <script src="/host.js"></script><script async src="${product.url}/widgets/komak-apply.js"></script></body></html>`,
  });
}

/** A fake SMS gateway that remembers its last text. */
export interface Gateway {
  readonly address: string;
  readCode(): string;
  close(): void;
}

/** Starts the fake gateway. */
export async function startGateway(): Promise<Gateway> {
  let body = '{}';
  const server = createServer((request, response) => {
    body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    readCode: () => /\d{6}/.exec((JSON.parse(body) as { text?: string }).text ?? '')?.[0] ?? '',
    close: () => void server.close(),
  };
}

/** The address in the QR code, which is also printed beside it in a letter. */
export async function addressIn(bytes: Buffer): Promise<string> {
  const library = await PDFiumLibrary.init();
  const letter = await library.loadDocument(bytes);
  const texts = [...letter.pages()].map((page) => page.getText());
  letter.destroy();
  library.destroy();
  return /http\S+?letters\/check\/[\w-]{22}/.exec(texts.join('').replaceAll(/\s/g, ''))?.[0] ?? '';
}

/** Everything that a page's origin stores in the browser. */
export const storedBy = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
/** Waits until the current draft is stored: encryption delays this after each key press. */
export async function untilStored(page: Page): Promise<void> {
  let former = '';
  await expect
    .poll(
      async () => {
        const stored = await storedBy(page);
        const isSettled = stored.includes('komak-apply:') && stored === former;
        former = stored;
        return isSettled;
      },
      { intervals: [1000] },
    )
    .toBe(true);
}

/** A file that starts and ends like a PDF; `size` in bytes. */
export const pdfOfSize = (size: number) => ({
  name: 'ariza.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\n%'),
    Buffer.alloc(size, 'x'),
    Buffer.from('\n%%EOF'),
  ]),
});
