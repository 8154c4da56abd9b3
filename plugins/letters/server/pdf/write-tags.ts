import { createRequire } from 'node:module';
import type { Structured, StructureElement } from './structure.ts';

/** The parts of PDFKit that write tags; pdfmake has no types for them. */
interface TagContent {
  readonly refs: readonly unknown[];
}
interface Tag {
  readonly dictionary: { readonly data: Record<string, unknown> };
  add(child: Tag | TagContent): unknown;
}
interface TaggedDocument {
  readonly page: object;
  /** Our own property, on the document: with two renderers, the library is patched twice. */
  marking?: Marking;
  struct(type: string, options: { alt?: string; scope?: string }): Tag;
  addStructure(tag: Tag): unknown;
  markContent(tag: 'Artifact', options: { type: 'Layout' }): unknown;
  markStructureContent(tag: string): TagContent;
  endMarkedContent(): unknown;
}
interface Line extends Structured {
  readonly inlines: readonly unknown[];
}
interface Renderer {
  readonly pdfDocument: TaggedDocument;
  renderLine(line: Line, x: number, y: number): void;
  renderVector(vector: Structured): void;
  renderWatermark(page: unknown): void;
}
interface Writer {
  /** Our own property, on the writer of a document: the element of the line that was added last. */
  latestElement?: StructureElement | undefined;
  addLine(line: Structured, isMarker?: boolean, index?: number): unknown;
  addQr(qr: Structured & { readonly _canvas: readonly Structured[] }, index?: number): unknown;
}
/**
 * Makes the library write the structure of a document: it draws headings, lists and tables as plain lines of
 * text, although PDFKit, which it uses, supports tags (its issue 942).
 */
export function writeTags(): void {
  const require = createRequire(import.meta.url);
  const writer: { default: { prototype: Writer } } = require('pdfmake/js/ElementWriter.js');
  const renderer: { default: { prototype: Renderer } } = require('pdfmake/js/Renderer.js');
  carryElements(writer.default.prototype);
  markContents(renderer.default.prototype);
}

/** Passes a QR code's element on to its squares, and a list item's to its number; texts pass theirs on to their lines. */
function carryElements(writer: Writer): void {
  const { addLine, addQr } = writer;
  writer.addLine = function addTaggedLine(this: Writer, line, isMarker, index) {
    // The number of an item is added together with its first line.
    const item = isMarker ? this.latestElement?.within('LI') : undefined;
    const label = item?.children.find(({ type }) => type === 'Lbl');
    if (label) Object.assign(line, { element: label });
    else this.latestElement = line.element;
    return addLine.call(this, line, isMarker, index);
  };
  writer.addQr = function addTaggedQr(this: Writer, qr, index) {
    const { element, _canvas: squares } = qr;
    if (element) for (const square of squares) Object.assign(square, { element });
    return addQr.call(this, qr, index);
  };
}

/** The state of marking a document's content, and the tags of its elements. */
interface Marking {
  readonly tags: Map<StructureElement, Tag>;
  page: object | null;
  open: StructureElement | 'decoration' | null;
}

/** Encloses drawn content in marks that name its element. */
function markContents(renderer: Renderer): void {
  const mark = (document: TaggedDocument, element: StructureElement | undefined): void => {
    const marking = (document.marking ??= { tags: new Map(), page: null, open: null });
    // The end of a page closes its marks.
    if (marking.page !== document.page) marking.open = null;
    const next = element ?? 'decoration';
    if (marking.open === next) return;
    if (marking.open) document.endMarkedContent();
    marking.page = document.page;
    marking.open = next;
    if (next === 'decoration') document.markContent('Artifact', { type: 'Layout' });
    else tagOf(document, marking, next).add(document.markStructureContent(next.type));
  };
  // A table's header is drawn again on each page, but read aloud only once.
  const drawn = new WeakSet<object>();
  const isDrawn = ({ inlines }: Line): boolean => drawn.has(inlines) || !drawn.add(inlines);
  const { renderLine, renderVector, renderWatermark } = renderer;
  renderer.renderLine = function renderTaggedLine(this: Renderer, line, x, y) {
    mark(this.pdfDocument, isDrawn(line) ? undefined : line.element);
    renderLine.call(this, line, x, y);
  };
  renderer.renderVector = function renderTaggedVector(this: Renderer, vector) {
    mark(this.pdfDocument, vector.element);
    renderVector.call(this, vector);
  };
  renderer.renderWatermark = function renderTaggedWatermark(this: Renderer, page) {
    mark(this.pdfDocument, undefined);
    renderWatermark.call(this, page);
  };
}

/** The tag of an element, which is written with all of its document, so that an empty cell has one too. */
function tagOf(document: TaggedDocument, { tags }: Marking, element: StructureElement): Tag {
  const known = tags.get(element);
  if (known) return known;
  document.addStructure(write(element.root()));
  const tag = tags.get(element);
  if (!tag) throw new Error('an element is not among the children of its parent');
  return tag;

  function write(one: StructureElement): Tag {
    const { alt, scope, numbering } = one.options;
    const made = document.struct(one.type, { ...(alt ? { alt } : {}), ...(scope ? { scope } : {}) });
    if (numbering) made.dictionary.data['A'] = { O: 'List', ListNumbering: numbering };
    tags.set(one, made);
    for (const child of one.children) made.add(write(child));
    return made;
  }
}
