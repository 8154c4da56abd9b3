import { PDFiumLibrary } from '@hyzyla/pdfium';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';

/** A page of a PDF file as displayed. */
export interface DrawnPage {
  readonly text: string;
  /** A PNG in eight shades of grey. */
  readonly picture: Buffer;
}

/** Renders the pages of a PDF file with PDFium, which Chromium uses to display files. */
export async function rasterizePages(bytes: Uint8Array, scale = 1): Promise<DrawnPage[]> {
  // A separate reader for each file: after rendering pages, it no longer reads their text.
  const texts = await withFile(bytes, async (pages) => pages.map((page) => page.getText()));
  return withFile(bytes, async (pages) => {
    const drawn: DrawnPage[] = [];
    for (const [index, page] of pages.entries()) {
      const { data } = await page.render({
        scale,
        render: ({ data: raw, width, height }) =>
          sharp(raw, { raw: { width, height, channels: 4 } })
            .flatten({ background: 'white' })
            .greyscale()
            .png({ palette: true, colours: 8, dither: 0, compressionLevel: 9 })
            .toBuffer(),
      });
      drawn.push({ text: texts[index] ?? '', picture: Buffer.from(data) });
    }
    return drawn;
  });
}

/** The QR code of each page of a PDF file, as a camera reads it; null if a page has none. */
export async function readQrCodes(bytes: Uint8Array): Promise<(string | null)[]> {
  const pages = await rasterizePages(bytes, 2);
  return Promise.all(
    pages.map(async ({ picture }) => {
      const { data, info } = await sharp(picture)
        .removeAlpha()
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      try {
        // Without a limit, it gives up after one frame, as of a video.
        return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 60_000 });
      } catch {
        return null;
      }
    }),
  );
}

/** The text of a PDF file, page after page. */
export function textOf(bytes: Uint8Array): Promise<string> {
  return withFile(bytes, async (pages) => pages.map((page) => page.getText()).join('\n'));
}

type Reader = Awaited<ReturnType<typeof PDFiumLibrary.init>>;
type Page = ReturnType<Awaited<ReturnType<Reader['loadDocument']>>['getPage']>;

async function withFile<Result>(
  bytes: Uint8Array,
  read: (pages: Page[]) => Promise<Result>,
): Promise<Result> {
  const library = await PDFiumLibrary.init();
  try {
    const file = await library.loadDocument(Buffer.from(bytes));
    const result = await read([...file.pages()]);
    file.destroy();
    return result;
  } finally {
    library.destroy();
  }
}

/** The number of pixels of two images that differ by more than a shade; all of them if their sizes differ. */
export async function countDifferent(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all(
    [one, other].map((png) => sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })),
  );
  if (
    !first ||
    !second ||
    first.info.width !== second.info.width ||
    first.info.height !== second.info.height
  ) {
    return Infinity;
  }
  return first.data.reduce(
    (sum, value, index) => sum + (Math.abs(value - (second.data[index] ?? 0)) > 64 ? 1 : 0),
    0,
  );
}
