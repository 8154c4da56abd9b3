import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { popupLayer } from './popup-style.ts';

export interface TooltipProps {
  /** Words only; what must be known stands on the page. */
  readonly text: ReactNode;
  /** The element that it explains; it must take focus and a ref. */
  readonly children: ReactElement;
  readonly side?: 'top' | 'bottom' | 'right' | 'left' | undefined;
}

/** A few words on hover and on focus. An icon button needs none: its label is its title. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Layer side={side} sideOffset={6}>
          <Bubble>{text}</Bubble>
        </Layer>
      </Base.Portal>
    </Base.Root>
  );
}

const Layer = styled(Base.Positioner)`
  ${popupLayer}
`;

const Bubble = styled(Base.Popup)`
  max-width: 280px;
  padding: 5px 9px;
  border-radius: var(--r1);
  background: var(--text);
  color: var(--surface);
  font-size: 12.5px;
  line-height: 18px;
  font-weight: 500;
  box-shadow: var(--shadow-2);
  transition: opacity var(--fast);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;
