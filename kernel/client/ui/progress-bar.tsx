import { styled } from 'styled-components';

export type ProgressTone = 'ok' | 'mid' | 'bad' | 'accent';

export interface ProgressBarProps {
  /** In percent, 0 to 100; without it, work of unknown length. */
  readonly value?: number | undefined;
  /** What progresses; read aloud. */
  readonly label: string;
  /** Words for the value, where a percent says little: "6 days left". */
  readonly valueText?: string | undefined;
  /** By the value if not given: to 33 ok, to 66 mid, above bad. */
  readonly tone?: ProgressTone | undefined;
  readonly thick?: boolean | undefined;
}

/** A thin bar: how much of a deadline has gone, or how far an upload has come. */
export function ProgressBar({ value, label, valueText, tone, thick = false }: ProgressBarProps) {
  const known = value === undefined ? null : Math.min(100, Math.max(0, value));
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known === null ? {} : { 'aria-valuenow': Math.round(known) })}
      aria-valuetext={valueText}
      $thick={thick}
    >
      <Fill
        data-unknown={known === null || undefined}
        style={{ width: `${known ?? 30}%`, background: toneColor(tone ?? progressTone(known ?? 0)) }}
      />
    </Track>
  );
}

/** The tone of a share of time gone: to 33 % ok, to 66 % mid, above bad. */
export function progressTone(percent: number): 'ok' | 'mid' | 'bad' {
  if (percent <= 33) return 'ok';
  return percent <= 66 ? 'mid' : 'bad';
}

function toneColor(tone: ProgressTone): string {
  return tone === 'accent' ? 'var(--accent)' : `var(--bar-${tone})`;
}

const Track = styled.div<{ $thick: boolean }>`
  height: ${({ $thick }) => ($thick ? '8px' : '4px')};
  border-radius: 4px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 0.5px var(--line);
  overflow: hidden;
`;

const Fill = styled.div`
  height: 100%;
  border-radius: inherit;
  transition: width var(--slow) var(--ease);

  &[data-unknown] {
    animation: slide 1.4s ease-in-out infinite alternate;
  }

  @keyframes slide {
    to {
      transform: translateX(233%);
    }
  }
`;
