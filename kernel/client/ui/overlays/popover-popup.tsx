import { Popover as Base } from '@base-ui/react/popover';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { popupLayer, popupSurface } from './popup-style.ts';

export interface PopoverPopupProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: NonNullable<ComponentProps<typeof Base.Root>['onOpenChange']>;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly flush?: boolean | undefined;
  readonly width?: number | undefined;
}

/** The popup of a popover; use `Popover`. */
export function PopoverPopup({
  label,
  children,
  open,
  onOpenChange,
  anchor,
  align = 'end',
  flush = false,
  width,
}: PopoverPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Layer
          anchor={anchor}
          sideOffset={6}
          align={align}
          side="bottom"
          collisionPadding={8}
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
        >
          <Popup aria-label={label} finalFocus={anchor} $flush={flush} style={{ width }}>
            {children}
          </Popup>
        </Layer>
      </Base.Portal>
    </Base.Root>
  );
}

const Layer = styled(Base.Positioner)`
  ${popupLayer}
`;

const Popup = styled(Base.Popup)<{ $flush: boolean }>`
  ${popupSurface}
  max-height: var(--available-height);
  padding: ${({ $flush }) => ($flush ? '0' : '12px')};
  overflow-y: auto;
  overscroll-behavior: contain;

  ${media.phone} {
    max-width: calc(100vw - 16px);
  }
`;
