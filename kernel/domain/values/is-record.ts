/** Whether a value is a plain JSON object of unknown content, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a JSON object; none for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** A text; empty for anything else. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
