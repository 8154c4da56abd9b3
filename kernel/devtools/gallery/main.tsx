import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { startTexts } from '#kernel/client/i18n/i18n.ts';
import { startLanguage } from '#kernel/client/i18n/language-store.ts';
import { startTheme } from '#kernel/client/preferences/preferences.ts';
// oxlint-disable-next-line import/no-unassigned-import
import '#kernel/client/ui/styles/global-style.ts';
import { GalleryPage } from './gallery-page.tsx';

// The entry of `/_gallery`, which only the development server serves.
startTheme();
startLanguage();
await startTexts();

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MemoryRouter>
        <GalleryPage />
      </MemoryRouter>
    </StrictMode>,
  );
}
