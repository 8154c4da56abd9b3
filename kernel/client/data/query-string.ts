/** Stands in for the package `qs` in the build: a flat object as a query string, without what is not set. */
export function stringify(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  return query.toString();
}
