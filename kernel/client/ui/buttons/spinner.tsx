import { keyframes, styled } from 'styled-components';
import { useText } from '../../i18n/i18n.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface SpinnerProps {
  readonly size?: number | undefined;
  /** The label; "loading" by default. An empty string when a text is beside it. */
  readonly label?: string | undefined;
}

/** A small spinner. Use a skeleton if the shape of the content is known. */
export function Spinner({ size = 16, label }: SpinnerProps) {
  const t = useText();
  const words = label ?? t('ui.loading');
  return (
    <>
      <Ring width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" />
      </Ring>
      {words === '' ? null : <VisuallyHidden as="output">{words}</VisuallyHidden>}
    </>
  );
}

const rotation = keyframes`
  to { transform: rotate(360deg); }
`;

const Ring = styled.svg`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  animation: ${rotation} 0.8s linear infinite;

  circle {
    opacity: 0.25;
  }

  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;
