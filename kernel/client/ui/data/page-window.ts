/** How many page numbers stand side by side. */
export const PAGE_WINDOW = 5;

/** At most five page numbers with the current one in the middle, as far as the ends allow. */
export function pageWindow(page: number, total: number, size: number = PAGE_WINDOW): number[] {
  const count = Math.max(0, Math.min(size, total));
  const current = Math.min(Math.max(1, page), Math.max(1, total));
  const first = Math.min(Math.max(1, current - Math.floor(size / 2)), Math.max(1, total - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
