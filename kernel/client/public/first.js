// Runs before the code is loaded. A separate file, since the CSP forbids inline scripts.
'use strict';
// In a block, whose names other scripts do not see.
/* oxlint-disable unicorn/consistent-function-scoping -- outside of it they would be global */
{
  setTheme();
  restrictScripts();
  // Zod would test whether it may compile code from strings, which the CSP forbids.
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  globalThis.__zod_globalConfig = { jitless: true };
  addEventListener('error', recoverFromLoadError, true);
  startFirstRequests();

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is denied: the system's theme is used, and nobody is signed in.
      return null;
    }
  }

  // Sets the theme before the first paint, to avoid a flash of the other theme.
  function setTheme() {
    const theme = stored('theme');
    const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }

  // Trusted Types: no text becomes HTML or code, and scripts load only from our own files. The default policy, since
  // MapLibre starts its worker with a plain string.
  function restrictScripts() {
    globalThis.trustedTypes?.createPolicy('default', {
      createScriptURL(text) {
        const { origin, pathname } = new URL(text, location.href);
        return origin === location.origin && /^\/assets\/[\w.-]+\.js$/.test(pathname) ? text : null;
      },
    });
  }

  // Requests everything with which a page starts, before the code that needs it is loaded (`preload/early.ts`): texts
  // and, with a session, the files of the signed-in part and its first reads. The build lists them in the page.
  function startFirstRequests() {
    const { files, reads, pages } = document.currentScript.dataset;
    // Missing on a page that the build did not write, and on one of the other release during an upgrade.
    if (reads === undefined) return;
    const language = stored('language') === 'ru' ? 'ru' : 'uz';
    const token = stored('access-token') || null;
    globalThis.komakEarly = new Map();
    request(token === null ? `/locales/${language}/kernel.json` : `/locales/${language}.json`, null, {});
    if (token === null) return;
    for (const file of files.split(' ')) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = file;
      document.head.append(link);
    }
    const headers = { Accept: 'application/json', 'Accept-Language': language, Authorization: token };
    const firstRead = location.search === '' ? JSON.parse(pages)[location.pathname] : undefined;
    for (const address of [...reads.split(' '), ...(firstRead === undefined ? [] : [firstRead])])
      request(address, token, headers);
  }

  function request(address, token, headers) {
    const response = fetch(address, { headers, signal: AbortSignal.timeout(30_000) });
    // The caller that uses it handles the error.
    response.catch(() => undefined);
    globalThis.komakEarly.set(address, { token, response, until: performance.now() + 30_000 });
  }

  // Code that fails to load (no connection, a release at that moment) must not leave a blank page: reloads once, then
  // shows a button without text.
  function recoverFromLoadError({ target }) {
    if (!(target instanceof HTMLScriptElement) || document.querySelector('#root > *')) return;
    const again = new URL(location.href);
    if (!again.searchParams.has('again')) {
      again.searchParams.set('again', '1');
      location.replace(again);
      return;
    }
    const button = document.createElement('button');
    button.textContent = '\u21BB';
    button.addEventListener('click', () => location.reload());
    document.querySelector('#root').append(button);
  }
}
