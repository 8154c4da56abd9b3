import { useMemo } from 'react';
import { areaOf, perimeterOf, shapeOf, type LatLng, type MapState } from '../../model/index.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { ShapeCard } from './shape-card.tsx';

export interface SelectedCardProps {
  readonly context: MapContext;
  readonly state: MapState;
  /** Where the editor puts its part of the card. */
  readonly slot: (element: HTMLElement | null) => void;
}

/** The card of what is selected. */
export function SelectedCard({ context, state, slot }: SelectedCardProps) {
  const { session, texts, show } = context;
  const { selection, rights, tool } = state;
  const shape = shapeOf(state.shapes, selection);
  const ring = selection?.kind === 'polygon' ? (shape?.coords as readonly LatLng[] | undefined) : undefined;
  const size = useMemo(() => (ring ? { area: areaOf(ring), perimeter: perimeterOf(ring) } : null), [ring]);
  if (!shape || !selection || tool.name === 'drawing' || tool.name === 'placing') return null;
  const problem = selection.kind === 'polygon' ? state.problems.get(String(shape.id)) : undefined;
  return (
    <ShapeCard
      shape={shape}
      kind={selection.kind}
      problem={problem?.reason ?? null}
      // Of edges that cross, parts would count against each other.
      area={problem?.reason === 'crosses_itself' ? null : (size?.area ?? null)}
      perimeter={size?.perimeter ?? null}
      onClose={() => session.dispatch({ type: 'deselect' })}
      onShow={() => show(selection)}
      onRename={
        rights[selection.kind].edit
          ? (title) => void session.dispatch({ type: 'rename', ...selection, title })
          : null
      }
      texts={texts}
    >
      <div className="km-slot" ref={slot} />
    </ShapeCard>
  );
}
