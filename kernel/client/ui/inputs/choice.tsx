import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

/** The words beside a box, a dot or a switch. */
export function ChoiceText({
  label,
  hint,
  hidden = false,
}: {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly hidden?: boolean | undefined;
}) {
  if (hidden) return <VisuallyHidden>{label}</VisuallyHidden>;
  return (
    <Words>
      {label}
      {hint === undefined ? null : <Hint data-hint="">{hint}</Hint>}
    </Words>
  );
}

/** The row that can be pressed anywhere. */
export const ChoiceLabel = styled.label`
  position: relative;
  display: inline-flex;
  align-items: flex-start;
  gap: 10px;
  padding: 4px 0;
  font-size: 14px;
  line-height: 20px;

  &:has(input:disabled) {
    color: var(--text-3);
  }

  ${media.phone} {
    min-width: 44px;
    min-height: 44px;
    padding: 12px 0;

    /* A hint makes it as high as a finger needs. */
    &:has([data-hint]) {
      padding: 4px 0;
    }
  }
`;

const Words = styled.span`
  min-width: 0;
`;

const Hint = styled.span`
  display: block;
  font-size: 12.5px;
  line-height: 18px;
  color: var(--text-2);
`;
