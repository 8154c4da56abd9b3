import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { FieldNote, media, OfficeMap, useText } from '#kernel/plugin-api/client.ts';
import { isInBoundary, ringsOfBoundary, type Boundary } from '#kernel/domain/geo/boundary.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import {
  defaultViews,
  noRights,
  type PolygonInput,
  type Shapes,
  type ShapesInput,
} from '#widgets/map/index.ts';

/** The neighbourhood that the map shows. */
export interface Border extends Boundary {
  readonly title: string;
  readonly color: string;
}

interface PinFieldProps {
  /** `[lat, lng]`, or null where no pin is set. */
  readonly value: Coordinates | null;
  /** The colour of the category. */
  readonly color: string;
  readonly title: string;
  readonly border: Border | null;
  /** The other neighbourhoods. */
  readonly neighbors: readonly PolygonInput[];
  readonly error: string | undefined;
  readonly onChange: (coords: Coordinates | null) => void;
}

/** The map for placing a household's pin, within the border of its neighbourhood. */
export function PinField({ value, color, title, border, neighbors, error, onChange }: PinFieldProps) {
  const t = useText('households');
  const messageId = useId();
  const key = keyOf(value, color, border);
  const [drawn, setDrawn] = useState<Drawn>(() => ({ key, shapes: shapesOf(value, color, title, border) }));
  // A value emitted by the map comes back unchanged; any other replaces the shapes on it.
  if (drawn.key !== key) setDrawn({ key, shapes: shapesOf(value, color, title, border) });
  const outside = value !== null && border !== null && !isInBoundary(border, value);

  function take(shapes: Shapes): void {
    const [marker] = shapes.markers;
    const coords: Coordinates | null = marker ? [marker.coords[0], marker.coords[1]] : null;
    setDrawn({ key: keyOf(coords, color, border), shapes });
    onChange(coords);
  }

  return (
    <Section
      tabIndex={-1}
      aria-label={t('form.pin')}
      aria-describedby={messageId}
      data-invalid={error === undefined ? undefined : true}
    >
      <Frame>
        <OfficeMap
          mode="edit"
          value={drawn.shapes}
          onChange={take}
          rights={rights}
          limits={limits}
          neighbors={neighbors}
          place={defaultViews.households}
          newTitle={() => title || undefined}
          newColor={color}
        />
      </Frame>
      <FieldNote
        id={messageId}
        aria-live="polite"
        tone={error !== undefined ? 'wrong' : outside ? 'unusual' : 'hint'}
      >
        {error ?? (outside ? t('form.pinOutside') : t(value === null ? 'form.pinHint' : 'form.pinSet'))}
      </FieldNote>
    </Section>
  );
}

const rights = { ...noRights, marker: { add: true, edit: true, delete: true } };
const limits = { polygon: null, marker: 1 };

/** Identifies a drawing: same pin, colours and border. */
function keyOf(coords: Coordinates | null, color: string, border: Border | null): string {
  const rings = border ? ringsOfBoundary(border).join(' ') : '';
  return `${coords?.join() ?? ''} ${color} ${border?.title ?? ''} ${border?.color ?? ''} ${rings}`;
}

interface Drawn {
  readonly key: string;
  readonly shapes: ShapesInput;
}

function shapesOf(
  coords: Coordinates | null,
  color: string,
  title: string,
  border: Border | null,
): ShapesInput {
  return {
    polygons: border ? [{ id: 1, ...border }] : [],
    markers: coords ? [{ id: 1, title, color, coords }] : [],
  };
}

const Section = styled.section`
  position: sticky;
  top: 16px;
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`;

const Frame = styled.div`
  height: clamp(420px, calc(100vh - 240px), 760px);
  border: 1px solid var(--line);
  border-radius: var(--r2);
  overflow: hidden;

  ${media.phone} {
    height: 64vh;
    min-height: 340px;
  }
`;
