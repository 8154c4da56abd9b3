import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import { sheetOf } from './sheets.ts';

const render = createPdfRenderer();

test.each(['uz', 'ru'] as const)(
  'a letter in %s declares its language, and its subject as its title',
  async (language) => {
    const sheet = sheetOf(language);
    const letter = await PDFDocument.load(await render(sheet));
    expect(letter.catalog.get(PDFName.of('Lang'))?.toString()).toContain(language);
    expect(letter.getTitle()).toContain(sheet.subject);
    expect(letter.catalog.get(PDFName.of('ViewerPreferences'))?.toString()).toBeDefined();
  },
);
