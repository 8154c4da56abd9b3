import { css } from 'styled-components';

/** The tones of badges, banners and dots: the five statuses, and further ones. */
export type Tone =
  'created' | 'accepted' | 'completed' | 'rejected' | 'canceled' | 'late' | 'high' | 'neutral' | 'accent';

/** The custom properties of a tone: its strong colour (text, dot) and its soft background. */
export const toneColors: Record<Tone, { readonly ink: string; readonly soft: string }> = {
  created: { ink: 'var(--created)', soft: 'var(--created-soft)' },
  accepted: { ink: 'var(--accepted)', soft: 'var(--accepted-soft)' },
  completed: { ink: 'var(--completed)', soft: 'var(--completed-soft)' },
  rejected: { ink: 'var(--rejected)', soft: 'var(--rejected-soft)' },
  canceled: { ink: 'var(--canceled)', soft: 'var(--canceled-soft)' },
  late: { ink: 'var(--rejected)', soft: 'var(--rejected-soft)' },
  high: { ink: 'var(--rejected)', soft: 'var(--rejected-soft)' },
  neutral: { ink: 'var(--text-2)', soft: 'var(--fill)' },
  accent: { ink: 'var(--accent-strong)', soft: 'var(--accent-soft)' },
};

/** Digits of equal width, so that numbers are aligned and counters do not shift. */
export const tabularNumbers = css`
  font-variant-numeric: tabular-nums;
`;

/** A single line, truncated with an ellipsis. */
export const ellipsis = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
