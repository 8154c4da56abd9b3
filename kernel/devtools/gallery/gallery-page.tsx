import { useState } from 'react';
import { styled } from 'styled-components';
import { ChipRow, FilterChip, type Theme } from '#kernel/client/ui/index.ts';
import { ConfirmHost } from '#kernel/client/ui/overlays/confirm-host.tsx';
import { applyTheme } from '#kernel/client/preferences/preferences.ts';
import { ToastHost } from '#kernel/client/ui/feedback/toast.tsx';
import { ButtonsSection, ColorsSection, FeedbackSection } from './basics-section.tsx';
import { DataSection } from './data-section.tsx';
import { ChoicesSection, FieldsSection, FilesSection, SelectsSection } from './inputs-section.tsx';
import { LayoutSection } from './layout-section.tsx';
import { OverlaysSection } from './overlays-section.tsx';
import { KomakMap, latLng, type MapTexts, noShapes, type Shapes } from '#widgets/map/index.ts';
import { Columns, Section } from './gallery-section.tsx';

type View = Theme | 'both';

const views: readonly View[] = ['light', 'dark', 'both'];

/** Every component in every state, for developers: in one theme, or in both side by side. */
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

const bundled = import.meta.glob<MapTexts>('/locales/uz/map.json', { eager: true, import: 'default' });
const texts = bundled['/locales/uz/map.json'];

const shapes: Shapes = {
  polygons: [
    {
      id: 1,
      title: 'Mustaqillik MFY',
      color: '#1d5fd1',
      coords: [latLng(41.55, 60.61), latLng(41.55, 60.63), latLng(41.57, 60.63), latLng(41.565, 60.605)],
    },
  ],
  markers: [{ id: 5, title: 'Xonadon 12', color: '#d64550', coords: latLng(41.5586, 60.6329) }],
};

/** The map for display and the map editor. */
export function MapSection() {
  const [value, setValue] = useState<Shapes>(noShapes);
  if (!texts) return null;
  return (
    <Section title="Map">
      <Columns $min={420}>
        <Frame>
          <KomakMap texts={texts} theme="inherit" value={shapes} />
        </Frame>
        <Frame>
          <KomakMap
            texts={texts}
            theme="inherit"
            mode="edit"
            value={value}
            onChange={setValue}
            limits={{ polygon: 3, marker: 1 }}
          />
        </Frame>
      </Columns>
    </Section>
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

const Frame = styled.div`
  height: 420px;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r2);
`;
