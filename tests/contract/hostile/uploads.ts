import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { mimetypes, officeDocument, pdf, picture, zip } from '#kernel/testing/samples.ts';

/** An upload and its expected result. */
export interface Upload {
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** The code of the rejection, or that it is accepted as harmless. */
  readonly verdict: 'taken' | 'type_refused' | 'too_large' | 'too_many_pixels';
}

/** A script that no served file may contain. */
export const script = '<script>alert(document.domain)</script>';

const html = Buffer.from(`<!doctype html><html><body>${script}</body></html>`);
const php = Buffer.from('<?php system($_GET["c"]); ?>');
const labels = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  docx: mimetypes.docx,
  xlsx: mimetypes.xlsx,
} as const;
type Label = keyof typeof labels;
const allLabels = Object.keys(labels) as Label[];

/** Every upload of the suite. */
export async function hostileUploads(): Promise<Upload[]> {
  const valid: Record<Label, Buffer> = {
    jpg: await picture('jpeg'),
    png: await picture('png'),
    webp: await picture('webp'),
    pdf: pdf(),
    docx: officeDocument('docx'),
    xlsx: officeDocument('xlsx'),
  };
  return [
    ...mislabelled(),
    ...swappedTypes(valid),
    ...truncated(valid),
    ...polyglots(valid),
    ...(await oversizedImages()),
    ...archives(),
    ...activeDocuments(),
    ...withHostileNames(),
  ];
}

/** Unsupported files, named as supported ones. */
function mislabelled(): Upload[] {
  const contents: Record<string, Buffer> = {
    'an SVG': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    'an HTML page': html,
    'a Windows program': Buffer.from('MZ\x90\0\x03\0\0\0'.padEnd(400, '\0'), 'latin1'),
    'a Linux program': Buffer.from('\x7fELF\x02\x01\x01'.padEnd(400, '\0'), 'latin1'),
    'a shell script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
    'a GIF': Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1'),
    'noise': randomBytes(2000),
    'an old Word document': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)]),
  }; // prettier-ignore
  return Object.entries(contents).flatMap(([title, content]) =>
    allLabels.map((label) => rejectedUpload(`${title} that is called ${label}`, label, content)),
  );
}

/** Supported files, named as another type. */
function swappedTypes(valid: Readonly<Record<Label, Buffer>>): Upload[] {
  return allLabels.flatMap((from) =>
    allLabels
      .filter((to) => to !== from)
      .flatMap((to) => [
        rejectedUpload(`${from} that is called ${to}`, to, valid[from]),
        { ...rejectedUpload(`${from} that is declared ${to}`, from, valid[from]), type: labels[to] },
      ]),
  );
}

function truncated(valid: Readonly<Record<Label, Buffer>>): Upload[] {
  return allLabels.flatMap((label) =>
    [0, 1, 12, valid[label].length >> 1].map((length) =>
      rejectedUpload(`${length} bytes of a ${label}`, label, valid[label].subarray(0, length)),
    ),
  );
}

/** Two files in one. Data after an image is removed; nothing may precede or follow any other file. */
function polyglots(valid: Readonly<Record<Label, Buffer>>): Upload[] {
  const archive = zip({ 'evil.html': { content: html } });
  return [
    ...allLabels.map((label) =>
      rejectedUpload(`HTML, then ${label}`, label, Buffer.concat([html, valid[label]])),
    ),
    ...(['jpg', 'png', 'webp'] as const).flatMap((label) =>
      [html, php, archive].map((tail, index) =>
        acceptedUpload(`${label} with tail ${index}`, label, Buffer.concat([valid[label], tail])),
      ),
    ),
    ...(['pdf', 'docx', 'xlsx'] as const).flatMap((label) =>
      [html, php, archive].map((tail, index) =>
        rejectedUpload(`${label} with tail ${index}`, label, Buffer.concat([valid[label], tail])),
      ),
    ),
    ...['\r\n\r\n', '\0'.repeat(500), '\n\x1a'].map((padding, index) =>
      acceptedUpload(`pdf with padding ${index}`, 'pdf', Buffer.concat([valid.pdf, Buffer.from(padding)])),
    ),
    ...(['docx', 'xlsx'] as const).map((label) => acceptedUpload(`a plain ${label}`, label, valid[label])),
    acceptedUpload('a comment in a JPEG that is a page', 'jpg', withComment(valid.jpg)),
  ];
}

function withComment(jpeg: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(html.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, html, jpeg.subarray(2)]);
}

/** Images whose pixels exceed the limit, in fact or as declared. */
async function oversizedImages(): Promise<Upload[]> {
  const white = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } });
  const big = (label: 'jpg' | 'png' | 'webp', content: Buffer): Upload => ({
    ...rejectedUpload(`a giant ${label}`, label, content),
    verdict: 'too_many_pixels',
  });
  return [
    big('png', await white(8200, 5000).png({ compressionLevel: 9 }).toBuffer()),
    big('jpg', await white(8200, 5000).jpeg().toBuffer()),
    big('webp', await white(6200, 5000).webp({ effort: 0 }).toBuffer()),
    big('png', emptyPng(50_000, 50_000)),
    { ...big('png', emptyPng(0x7fffffff, 0x7fffffff)), verdict: 'type_refused' },
    rejectedUpload('a PNG of no width', 'png', emptyPng(0, 10)),
  ]; // prettier-ignore
}

/** A PNG that declares a size and contains one row. */
function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const pixels = deflateSync(Buffer.alloc(300));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Hostile office documents: bombs, paths, encryption, macros. */
function archives(): Upload[] {
  const part = { content: '<document/>' };
  const many = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`word/${index}.xml`, part]));
  const contents: Record<string, Parameters<typeof officeDocument>[1]> = {
    'a bomb': { 'word/media/0': { content: Buffer.alloc(40_000_000) } },
    'a bomb by its own word': { x: { content: 'x', claimed: 4_000_000_000 } },
    'a bomb that says nothing of its size': { x: { content: Buffer.alloc(100_000), claimed: 0 } },
    'six thousand parts': many,
    macros: { 'word/vbaProject.bin': part },
    'macros elsewhere': { 'xl/sub/VBAPROJECT.BIN': part },
    'a path that climbs': { '../../etc/cron.d/x': part },
    'a path that climbs within': { 'word/../../x': part },
  };
  return [
    ...Object.entries(contents).flatMap(([title, more]) => [
      rejectedUpload(`${title} in docx`, 'docx', officeDocument('docx', more)),
      rejectedUpload(`${title} in xlsx`, 'xlsx', officeDocument('xlsx', more)),
    ]),
    ...(['docx', 'xlsx'] as const).map((label) => rejectedUpload(`a plain archive as ${label}`, label, zip({ a: part }))),
    ...(['docx', 'xlsx'] as const).map((label) => rejectedUpload(`a locked ${label}`, label, encrypted(officeDocument(label)))),
  ]; // prettier-ignore
}

/** Documents with parts that run or fetch something: with any name, recognized by content types and relationships. */
function activeDocuments(): Upload[] {
  const part = { content: '<part/>' };
  const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = (type: string, target: string, mode = '') => ({
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${type}" Target="${target}"${mode}/></Relationships>`,
  });
  const typed = (label: Label, more: string, encoding: BufferEncoding = 'utf8') => {
    const main = label === 'docx' ? 'word/document.xml' : 'xl/workbook.xml';
    const text = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="${labels[label]}.main+xml"/>${more}</Types>`;
    const content = encoding === 'utf16le' ? Buffer.from(`\ufeff${text}`, encoding) : text;
    return { '[Content_Types].xml': { content } };
  };
  const macro = 'application/vnd.ms-office.vbaProject';
  const hidden = (type = macro) => `<Override PartName="/word/notes.bin" ContentType="${type}"/>`;
  const contents: Record<string, Parameters<typeof officeDocument>[1]> = {
    'macros by content type': { 'word/notes.bin': part, ...typed('docx', hidden()) },
    'macros by a default type': { 'word/notes.bin': part, ...typed('docx', `<Default Extension="bin" ContentType="${macro}"/>`) },
    'macros by an escaped type': { 'word/notes.bin': part, ...typed('docx', hidden('application/vnd.ms-office.vba&#80;roject')) },
    'macros in UTF-16': { 'word/notes.bin': part, ...typed('docx', hidden(), 'utf16le') },
    'macros by a document type': typed('docx', '<Override PartName="/x.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>'),
    'macros by relationship': { 'word/notes.bin': part, 'word/_rels/document.xml.rels': related('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'notes.bin') },
    'a control': { 'word/_rels/document.xml.rels': related(`${officeTypes}/control`, 'activeX/activeX1.xml') },
    'an embedded program': { 'word/_rels/document.xml.rels': related(`${officeTypes}/oleObject`, 'embeddings/o.bin') },
    'a template elsewhere': { 'word/_rels/settings.xml.rels': related(`${officeTypes}/attachedTemplate`, 'https://evil.example/t.dotm', ' TargetMode="External"') },
    'a template elsewhere, escaped': { 'word/_rels/settings.xml.rels': related(`${officeTypes}/attachedTemplate`, 'https://evil.example/t.dotm', ' TargetMode="&#69;xternal"') },
    'a picture elsewhere': { 'word/_RELS/document.xml.RELS': related(`${officeTypes}/image`, 'https://evil.example/p.png', ' TargetMode="External"') },
    'a workbook elsewhere': { 'xl/externalLinks/_rels/externalLink1.xml.rels': related(`${officeTypes}/externalLinkPath`, 'file:///c:/x.xlsx', ' TargetMode="External"') },
    'a link to a file': { 'word/_rels/document.xml.rels': related(`${officeTypes}/hyperlink`, 'file:////evil/x.exe', ' TargetMode="External"') },
    'an entity': { '[Content_Types].xml': { content: '<!DOCTYPE Types [<!ENTITY a "b">]><Types/>' } },
    'types that cannot be read': { '[Content_Types].xml': { content: '<Types><Override' } },
  }; // prettier-ignore
  const link = related(`${officeTypes}/hyperlink`, 'https://komak.example/', ' TargetMode="External"');
  return [
    ...Object.entries(contents).map(([title, more]) => rejectedUpload(`${title} in docx`, 'docx', officeDocument('docx', more))),
    rejectedUpload('macros by content type in xlsx', 'xlsx', officeDocument('xlsx', { 'word/notes.bin': part, ...typed('xlsx', hidden()) })),
    rejectedUpload('a document that says it is a workbook', 'docx', officeDocument('docx', typed('xlsx', ''))),
    acceptedUpload('a docx with a link', 'docx', officeDocument('docx', { 'word/_rels/document.xml.rels': link })),
  ]; // prettier-ignore
}

/** Marks the first entry as encrypted. */
function encrypted(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  const entry = copy.indexOf(Buffer.from('PK\u0001\u0002'));
  copy.writeUInt16LE(1, entry + 8);
  return copy;
}

/** Names that are paths, commands, or look like other names. */
function withHostileNames(): Upload[] {
  const harmless = [
    '../../../etc/passwd.pdf', '..\\..\\windows\\x.pdf', '/etc/shadow.pdf', 'C:\\x\\y.pdf', 'a\u202Efdp.pdf', 
    'CON.pdf', `${'ў'.repeat(300)}.pdf`, '<img src=x onerror=alert(1)>.pdf', "'; drop table files; --.pdf", '%2e%2e%2fx.pdf',
    '__proto__.pdf', 'a.html.pdf', '🧾.PDF',
  ]; // prettier-ignore
  const foreign = [
    'a.pdf.exe',
    'a.pdf.html',
    'a.svg',
    'pdf',
    '.htaccess',
    'a.pdf::$DATA',
    'a.pdf/b',
    '....pdf',
  ];
  return [
    ...harmless.map((name) => ({ ...acceptedUpload(`the name ${name.slice(0, 40)}`, 'pdf', pdf()), name })),
    ...foreign.map((name) => ({ ...rejectedUpload(`the name ${name}`, 'pdf', pdf()), name })),
    {
      ...rejectedUpload('eleven megabytes', 'pdf', Buffer.alloc(11 * 1024 * 1024, 'a')),
      verdict: 'too_large',
    },
  ];
}

function rejectedUpload(title: string, label: Label, content: Buffer): Upload {
  return { title, name: `fayl.${label}`, type: labels[label], content, verdict: 'type_refused' };
}

function acceptedUpload(title: string, label: Label, content: Buffer): Upload {
  return { ...rejectedUpload(title, label, content), verdict: 'taken' };
}
