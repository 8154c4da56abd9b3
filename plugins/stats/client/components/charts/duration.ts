/** A span of time in the largest unit of which it has at least two, or in minutes. */
export interface Duration {
  readonly unit: 'minute' | 'hour' | 'day';
  readonly count: number;
}

/** Reads seconds as a span, to a tenth below ten. */
export function durationOf(seconds: number): Duration {
  const minutes = seconds / 60;
  if (minutes < 120) return { unit: 'minute', count: Math.round(minutes) };
  if (minutes < 48 * 60) return { unit: 'hour', count: rounded(minutes / 60) };
  return { unit: 'day', count: rounded(minutes / 60 / 24) };
}

function rounded(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}
