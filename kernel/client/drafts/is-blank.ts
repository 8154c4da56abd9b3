/** Whether a kept draft says nothing: no letter in any of its fields. What cannot be read says something. */
export function isBlank(storedDraft: string | null): boolean {
  if (storedDraft === null) return true;
  try {
    return saysNothing((JSON.parse(storedDraft) as { readonly value?: unknown }).value);
  } catch {
    return false;
  }
}

function saysNothing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(saysNothing);
}
