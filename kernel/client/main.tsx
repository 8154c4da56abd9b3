import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './boot/boot.ts';
import { Root } from './boot/root.tsx';
import { startTheme } from './session/theme-store.ts';
import { startLanguage } from './text/language-store.ts';
// oxlint-disable-next-line import/no-unassigned-import
import './ui/global-style.ts';

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
