import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { FieldNote, media, OfficeMap, useText } from '#kernel/plugin-api/client.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import { noRights, type LatLng, type Shapes } from '#widgets/map/index.ts';

interface PolygonFieldProps {
  /** The corners, `[lat, lng]`; none where nothing is drawn, or where what is drawn crosses itself. */
  readonly value: readonly Coordinates[];
  readonly color: string;
  readonly title: string;
  /** What is wrong with it. */
  readonly error: string | undefined;
  readonly onChange: (corners: Coordinates[], color: string | null) => void;
}

/** The map on which the one polygon of a neighbourhood is drawn. */
export function PolygonField({ value, color, title, error, onChange }: PolygonFieldProps) {
  const t = useText('neighborhoods');
  const messageId = useId();
  const [crossed, setCrossed] = useState(false);
  const key = keyOf(value, color);
  const [drawn, setDrawn] = useState(() => ({ key, shapes: shapesOf(value, color, title) }));
  // What the map itself gave goes back to it as it was; anything else comes from outside and replaces what it shows.
  if (drawn.key !== key) setDrawn({ key, shapes: shapesOf(value, color, title) });
  const wrong = value.length === 0 && error !== undefined ? t('borderRequired') : error;
  const message = crossed ? t('crossed') : wrong;

  function take(shapes: Shapes): void {
    const [polygon] = shapes.polygons;
    const corners = (polygon?.coords ?? []).map(([lat, lng]): Coordinates => [lat, lng]);
    setDrawn({ key: keyOf(corners, polygon?.color ?? color), shapes });
    onChange(corners, polygon?.color ?? null);
  }

  return (
    <Section
      tabIndex={-1}
      aria-label={t('border')}
      aria-describedby={messageId}
      data-invalid={message === undefined ? undefined : true}
    >
      <Frame data-wrong={message === undefined ? undefined : ''}>
        <OfficeMap
          mode="edit"
          value={drawn.shapes}
          onChange={take}
          onProblems={(count) => setCrossed(count > 0)}
          rights={rights}
          limits={limits}
          newTitle={() => title || undefined}
          newColor={color || undefined}
        />
      </Frame>
      <FieldNote id={messageId} tone={message === undefined ? 'hint' : 'wrong'}>
        {message ?? t(value.length === 0 ? 'borderHint' : 'borderMove')}
      </FieldNote>
    </Section>
  );
}

const rights = { ...noRights, polygon: { add: true, edit: true, delete: true } };
const limits = { polygon: 1, marker: 0 };

/** Two of the same corners and colour are the same drawing, whoever has copied them. */
function keyOf(corners: readonly Coordinates[], color: string): string {
  return `${color} ${corners.join(' ')}`;
}

function shapesOf(corners: readonly Coordinates[], color: string, title: string): Shapes {
  if (corners.length === 0) return { polygons: [], markers: [] };
  const coords = corners as readonly (readonly [number, number])[] as readonly LatLng[];
  return { polygons: [{ id: 1, title, color, coords }], markers: [] };
}

const Section = styled.section`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`;

const Frame = styled.div`
  height: clamp(420px, calc(100vh - 260px), 720px);
  border: 1px solid var(--line);
  border-radius: var(--r2);
  overflow: hidden;

  &[data-wrong] {
    border-color: var(--rejected);
  }

  ${media.phone} {
    height: 68vh;
    min-height: 360px;
  }
`;
