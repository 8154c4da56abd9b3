import { createPdfRenderer } from './render.ts';
import type { LetterSheet } from './sheet.ts';

const render = createPdfRenderer();

/**
 * Renders one letter, and returns the characters that the font lacks; called in the threads of
 * {@link createRenderer}.
 */
export async function draw(sheet: LetterSheet): Promise<{ bytes: Uint8Array; missing: string[] }> {
  const missing = new Set<string>();
  const bytes = await render(sheet, missing);
  return { bytes, missing: [...missing] };
}
