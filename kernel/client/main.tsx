import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './app/boot.ts';
import { Root } from './app/root.tsx';
import { startTheme } from './preferences/preferences.ts';
import { startLanguage } from './i18n/language-store.ts';
// oxlint-disable-next-line import/no-unassigned-import
import './ui/styles/global-style.ts';

// `public/first.js` leaves this mark when the code had to be asked for twice.
const address = new URL(location.href);
if (address.searchParams.has('again')) {
  address.searchParams.delete('again');
  history.replaceState(history.state, '', address);
}

startTheme();
startLanguage();
void boot();

const place = document.querySelector('#root');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
