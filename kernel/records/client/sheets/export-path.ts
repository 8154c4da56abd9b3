/** Formats in which a list is taken away. */
export type ExportFormat = 'xlsx' | 'csv';

/**
 * The call that answers with a whole list as a file: `audit/export?action=users.create&format=csv`. Of the query of the list,
 * as its address has it, the page is left out, and its order where `fixedOrder` says that the file has one of its own.
 */
export function exportPath(
  path: string,
  query: string,
  { format, fixedOrder = false }: { readonly format: ExportFormat; readonly fixedOrder?: boolean },
): string {
  const wanted = new URLSearchParams(query);
  for (const key of ['page', 'limit', ...(fixedOrder ? ['sort_by', 'sort_order'] : [])]) wanted.delete(key);
  wanted.set('format', format);
  return `${path}?${wanted.toString()}`;
}
