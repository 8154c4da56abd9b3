import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test';

/** Errors of all pages of a browser. */
export interface BrowserErrors {
  /** Uncaught and console errors, policy violations, and calls to foreign hosts. */
  readonly found: readonly string[];
  /** Stops listening. */
  end(): void;
}

/** Console messages about error responses and lost connections; tests name the expected ones. */
const ofTheLine = /^Failed to load resource|^WebSocket connection to|net::ERR_/;

/** Listens to a browser; pages may call only these hosts, and `tolerate` matches a test's expected errors. */
export function collectBrowserErrors(
  context: BrowserContext,
  { addresses, tolerate }: { readonly addresses: readonly string[]; readonly tolerate?: RegExp | undefined },
): BrowserErrors {
  const found: string[] = [];
  const ours = addresses.map((address) => new URL(address).host);
  const note = (kind: string, text: string) => tolerate?.test(text) || found.push(`${kind}: ${text}`);
  const onError = (error: WebError) => void note('uncaught', error.error().stack ?? error.error().message);
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !ofTheLine.test(message.text())) note('console', message.text());
  };
  const onRequest = (request: Request) => {
    const { host, protocol } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && !ours.includes(host)) found.push(`foreign: ${request.url()}`);
  };
  context.on('weberror', onError);
  context.on('console', onConsole);
  context.on('request', onRequest);
  return {
    found,
    end() {
      context.off('weberror', onError);
      context.off('console', onConsole);
      context.off('request', onRequest);
    },
  };
}

/** Runs in the browser: writes policy violations to the console, which the violating code does not. */
export function logPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
    const place = `${sourceFile}:${lineNumber}`;
    // oxlint-disable-next-line no-console -- the test reads the console
    console.error(`securitypolicyviolation ${effectiveDirective} ${blockedURI} ${sample} ${place}`);
  });
}
