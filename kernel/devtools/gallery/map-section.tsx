import { useState } from 'react';
import { styled } from 'styled-components';
import { KomakMap, latLng, noShapes, type MapTexts, type Shapes } from '#widgets/map/index.ts';
import { Columns, Section } from './gallery-section.tsx';

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

/** The map to look at, and to edit. */
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

const Frame = styled.div`
  height: 420px;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r2);
`;
