import { useId, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FieldNote, media, OfficeMap, useCapabilities, useText } from '#kernel/plugin-api/client.ts';
import type { Boundary } from '#kernel/domain/geo/boundary.ts';
import {
  noRights,
  toOutlineValue,
  type PolygonInput,
  type Shapes,
  type ShapesInput,
} from '#widgets/map/index.ts';
import { geometryCapability } from '../../manifest.ts';

interface PolygonFieldProps {
  /** The last valid border; its `coords` are empty if there was none yet. */
  readonly value: Boundary;
  readonly color: string;
  readonly title: string;
  /** The error of the field. */
  readonly error: string | undefined;
  readonly onChange: (border: Boundary, color: string | null) => void;
  /** Whether the drawn border crosses itself. It cannot be saved then; `value` is the border before. */
  readonly isCrossed: boolean;
  readonly onCrossed: (isCrossed: boolean) => void;
  /** The neighbourhoods around it, drawn muted. */
  readonly neighbors: readonly PolygonInput[];
  /** Whether their borders follow this one. */
  readonly follows: boolean;
  /** Content between the map and its note. */
  readonly children?: ReactNode;
}

/** The map for drawing a neighbourhood's single polygon. */
export function PolygonField(props: PolygonFieldProps) {
  const { value, color, title, error, onChange, isCrossed, onCrossed, neighbors, follows, children } = props;
  const t = useText('neighborhoods');
  const messageId = useId();
  const key = keyOf(value, color);
  const [drawn, setDrawn] = useState<Drawn>(() => ({ key, shapes: shapesOf(value, color, title) }));
  const multipart = useCapabilities('neighborhoods').includes(geometryCapability);
  // Values that the map itself emitted are returned unchanged; any other value is new and replaces the shapes.
  if (drawn.key !== key) setDrawn({ key, shapes: shapesOf(value, color, title) });
  const wrong = value.coords.length === 0 && error !== undefined ? t('borderRequired') : error;
  const message = isCrossed ? t('crossed') : wrong;

  function take(shapes: Shapes): void {
    const [polygon] = shapes.polygons;
    const border: Boundary = polygon ? { geometry: null, ...toOutlineValue(polygon) } : noBorder;
    setDrawn({ key: keyOf(border, polygon?.color ?? color), shapes });
    onChange(border, polygon?.color ?? null);
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
          onProblems={(count) => onCrossed(count > 0)}
          rights={rights}
          limits={limits}
          multipart={multipart}
          neighbors={neighbors}
          neighborsFollow={follows}
          newTitle={() => title || undefined}
          newColor={color || undefined}
        />
      </Frame>
      <FieldNote id={messageId} tone={message === undefined ? 'hint' : 'wrong'}>
        {message ?? t(value.coords.length === 0 ? 'borderHint' : 'borderMove')}
      </FieldNote>
      {children}
    </Section>
  );
}

interface Drawn {
  readonly key: string;
  readonly shapes: ShapesInput;
}

const rights = { ...noRights, polygon: { add: true, edit: true, delete: true } };
const limits = { polygon: 1, marker: 0 };

const noBorder: Boundary = { coords: [], geometry: null };

/** Identifies a drawing by its corners and colour, regardless of copies. */
function keyOf({ coords, geometry }: Boundary, color: string): string {
  return `${color} ${coords.join(' ')} ${geometry?.coordinates.join(' ') ?? ''}`;
}

function shapesOf(border: Boundary, color: string, title: string): ShapesInput {
  return { polygons: border.coords.length > 0 ? [{ id: 1, title, color, ...border }] : [], markers: [] };
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
