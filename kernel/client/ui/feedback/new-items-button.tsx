import { ArrowUp } from 'lucide-react';
import { keyframes, styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';

export interface NewItemsButtonProps {
  /** The number of new items; at 0 the button is hidden. */
  readonly count: number;
  /** The label. */
  readonly label: string;
  readonly onClick: () => void;
}

/** A floating button above a list that shows the number of new items; a click inserts them. */
export function NewItemsButton({ count, label, onClick }: NewItemsButtonProps) {
  return (
    <Container aria-live="polite" data-print="hidden">
      {count === 0 ? null : (
        <Pill type="button" onClick={onClick}>
          <ArrowUp size={16} />
          {label}
        </Pill>
      )}
    </Container>
  );
}

const dropIn = keyframes`
  from { opacity: 0; transform: translateY(-8px); }
`;

const Container = styled.div`
  position: sticky;
  top: calc(var(--topbar-height) + 12px);
  z-index: var(--z-sticky);
  display: flex;
  justify-content: center;
  height: 0;
`;

const Pill = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 34px;
  padding: 0 16px 0 12px;
  border: 0;
  border-radius: var(--round);
  background: var(--accent);
  color: var(--on-accent);
  font-size: 13px;
  font-weight: 600;
  box-shadow: var(--shadow-2);
  animation: ${dropIn} var(--slow) var(--ease);

  &:hover {
    background: var(--accent-strong);
  }

  ${media.phone} {
    height: 44px;
  }
`;
