import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '#kernel/client/session/session-store.ts';
import { boot } from './boot.ts';
import { Root } from './root.tsx';
import { startSignedIn } from './signed-in-start.ts';
import { pause } from '#kernel/client/data/retry.ts';
import { startTheme } from '#kernel/client/preferences/preferences.ts';
import { startLanguage } from '#kernel/client/i18n/language-store.ts';
// oxlint-disable-next-line import/no-unassigned-import
import '#kernel/client/ui/styles/global-style.ts';

// `public/first.js` sets this parameter when it had to load the code a second time.
const address = new URL(location.href);
if (address.searchParams.has('again')) {
  address.searchParams.delete('again');
  history.replaceState(history.state, '', address);
}

/** Milliseconds after which the start screen is drawn if there is no content yet. */
const drawAfterMs = 100;

startTheme();
startLanguage();
// Waits up to `drawAfterMs` for the content: drawing a start screen that is replaced at once would only cost time.
void Promise.race([start(), pause(drawAfterMs)]).finally(draw);

async function start(): Promise<void> {
  await boot();
  if (session.state === 'in') await startSignedIn();
}

function draw(): void {
  const root = document.querySelector('#root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
