/** Placeholder until the parts stand. */
export function DetailPage() {
  return null;
}
