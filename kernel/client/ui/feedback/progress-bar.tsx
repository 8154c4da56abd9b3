import { keyframes, styled } from 'styled-components';

export type ProgressTone = 'ok' | 'mid' | 'bad' | 'accent';

export interface ProgressBarProps {
  /** The value in percent, 0 to 100; absent: indeterminate. */
  readonly value?: number | undefined;
  /** The accessible name of the progress. */
  readonly label: string;
  /** A text for the value if a percentage is not helpful: "6 days left". */
  readonly valueText?: string | undefined;
  /** The tone; by default derived from the value: up to 33 ok, up to 66 mid, above bad. */
  readonly tone?: ProgressTone | undefined;
  readonly thick?: boolean | undefined;
}

/** A thin bar that shows elapsed time or progress. */
export function ProgressBar({ value, label, valueText, tone, thick = false }: ProgressBarProps) {
  const known = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <Bar
      max={100}
      value={known}
      aria-label={label}
      aria-valuetext={valueText}
      data-tone={tone ?? progressTone(known ?? 0)}
      data-thick={thick || undefined}
    />
  );
}

/** The tone of the elapsed share of time: up to 33 % ok, up to 66 % mid, above bad. */
export function progressTone(percent: number): 'ok' | 'mid' | 'bad' {
  if (percent <= 33) return 'ok';
  return percent <= 66 ? 'mid' : 'bad';
}

const slide = keyframes`
  to { background-position: 0 0; }
`;

const Bar = styled.progress`
  --tone: var(--bar-ok);

  appearance: none;
  display: block;
  width: 100%;
  height: 4px;
  border: 0;
  border-radius: 4px;
  background: var(--track);
  overflow: hidden;

  &[data-tone='mid'] {
    --tone: var(--bar-mid);
  }
  &[data-tone='bad'] {
    --tone: var(--bar-bad);
  }
  &[data-tone='accent'] {
    --tone: var(--accent);
  }
  &[data-thick] {
    height: 8px;
  }

  &::-webkit-progress-bar {
    background: none;
  }
  &::-webkit-progress-value {
    border-radius: 4px;
    background: var(--tone);
    transition: width var(--slow) var(--ease);
  }
  &::-moz-progress-bar {
    border-radius: 4px;
    background: var(--tone);
  }

  @media (forced-colors: active) {
    forced-color-adjust: none;
    border: 1px solid CanvasText;
    background: Canvas;

    &[data-tone] {
      --tone: CanvasText;
      --track: Canvas;
    }
  }

  &:indeterminate {
    background: linear-gradient(90deg, var(--track) 35%, var(--tone), var(--track) 65%) 100% 0 / 300% 100%;
    animation: ${slide} 1.2s linear infinite;
  }
`;
