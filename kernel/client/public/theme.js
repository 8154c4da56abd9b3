// Before the first paint, since a page must not flash in the other theme. A file, since no inline script may run.
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage is forbidden: the system's preference decides.
  }
  const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
