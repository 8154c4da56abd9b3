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

// `public/first.js` leaves this mark when the code had to be asked for twice.
const address = new URL(location.href);
if (address.searchParams.has('again')) {
  address.searchParams.delete('again');
  history.replaceState(history.state, '', address);
}

/** Milliseconds without anything to show after which a page says that it is starting. */
const drawAfterMs = 100;

startTheme();
startLanguage();
// Waits up to `drawAfterMs` for the content: a loading screen that is replaced at once would only cost time.
void Promise.race([start(), pause(drawAfterMs)]).finally(draw);

async function start(): Promise<void> {
  await boot();
  if (session.state === 'in') await startSignedIn();
}

function draw(): void {
  const place = document.querySelector('#root');
  if (!place) return;
  createRoot(place).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
