/** Whether a kept draft says nothing: no letter in any of its fields. What cannot be read says something. */
export function isBlank(kept: string | null): boolean {
  if (kept === null) return true;
  try {
    return saysNothing((JSON.parse(kept) as { readonly value?: unknown }).value);
  } catch {
    return false;
  }
}

function saysNothing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(saysNothing);
}
