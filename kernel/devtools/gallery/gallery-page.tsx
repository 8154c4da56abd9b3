import { useState } from 'react';
import { styled } from 'styled-components';
import { ChipRow, FilterChip, type Theme } from '#kernel/client/ui/index.ts';
import { ConfirmHost } from '#kernel/client/ui/overlays/confirm-host.tsx';
import { applyTheme } from '#kernel/client/preferences/preferences.ts';
import { ToastHost } from '#kernel/client/ui/feedback/toast.tsx';
import { ButtonsSection } from './buttons-section.tsx';
import { ColorsSection } from './colors-section.tsx';
import { DataSection } from './data-section.tsx';
import { FeedbackSection } from './feedback-section.tsx';
import { ChoicesSection, FieldsSection } from './fields-section.tsx';
import { FilesSection } from './files-section.tsx';
import { LayoutSection } from './layout-section.tsx';
import { MapSection } from './map-section.tsx';
import { OverlaysSection } from './overlays-section.tsx';
import { SelectsSection } from './selects-section.tsx';

type View = Theme | 'both';

const views: readonly View[] = ['light', 'dark', 'both'];

/** Every part in every state, for developers: in one theme, or in both beside each other. */
export function GalleryPage() {
  const [view, setView] = useState<View>('light');

  function show(next: View): void {
    setView(next);
    if (next !== 'both') applyTheme(next);
  }

  return (
    <>
      <Page>
        <Bar>
          <h1>Gallery</h1>
          <ChipRow>
            {views.map((one) => (
              <FilterChip key={one} label={one} selected={one === view} onSelect={() => show(one)} />
            ))}
          </ChipRow>
        </Bar>
        <Sides>
          {(view === 'both' ? (['light', 'dark'] as const) : [view]).map((theme) => (
            <Side key={theme} data-theme={theme}>
              <ColorsSection />
              <ButtonsSection />
              <FieldsSection />
              <ChoicesSection />
              <SelectsSection />
              <OverlaysSection />
              <FeedbackSection />
              <DataSection />
              <FilesSection />
              <LayoutSection />
              <MapSection />
            </Side>
          ))}
        </Sides>
      </Page>
      <ConfirmHost />
      <ToastHost />
    </>
  );
}

const Page = styled.main`
  min-height: 100vh;
`;

const Bar = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 24px;
  padding: 16px 24px;
`;

const Sides = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
`;

const Side = styled.div`
  padding: 0 max(12px, min(24px, 3vw)) 40px;
  background: var(--ground);
`;
