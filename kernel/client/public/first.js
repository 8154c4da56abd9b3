// Runs before the code is loaded. A file, since no inline script may run.
(function () {
  // The theme, before the first paint: a page must not flash in the other one.
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage is forbidden: the system's preference decides.
  }
  const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  // No text becomes code or markup. Addresses of programs are those of our own files; the policy is the default one, since
  // MapLibre starts its worker by a plain text.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL(text) {
      const { origin, pathname } = new URL(text, location.href);
      return origin === location.origin && /^\/assets\/[\w.-]+\.js$/.test(pathname) ? text : null;
    },
  });
  // Zod would try whether it may make code of texts; it may not.
  // oxlint-disable-next-line no-underscore-dangle -- the library calls it so
  globalThis.__zod_globalConfig = { jitless: true };

  // Code that does not come (a cut line, a release in the same second) must not leave a blank page: ask once more by
  // itself, then by a button, which needs no words.
  addEventListener(
    'error',
    ({ target }) => {
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
    },
    true,
  );
})();
