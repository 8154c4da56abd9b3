import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { contentOf, fontOf } from './glyph-boxes.ts';

/** A structure element of a PDF file, as a screen reader sees it. */
export interface Tag {
  readonly type: string;
  /** Its own text, without that of its children. */
  readonly text: string;
  /** The number of pages with its content. */
  readonly pages: number;
  readonly alt: string | null;
  /** Such as `Scope Column` or `ListNumbering Decimal`. */
  readonly attributes: readonly string[];
  readonly children: readonly Tag[];
}

/** The structure of a file, and its problems. */
export interface TagReport {
  readonly root: Tag | null;
  readonly problems: readonly string[];
}

/** The content of a page's marks, by number. */
type Marks = Map<number, string>;

/**
 * Reads the tags of a file. Reports text outside marks, nested marks, marks with no element or with several,
 * and elements that a mark's back reference does not lead to (ISO 32000-1, 14.7 and 14.8).
 */
export async function tagsOf(bytes: Uint8Array): Promise<TagReport> {
  const file = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog } = file;
  const problems: string[] = [];
  const marked = catalog.lookupMaybe(PDFName.of('MarkInfo'), PDFDict)?.lookup(PDFName.of('Marked'));
  if (marked !== PDFBool.True) problems.push('the file does not say that it has tags');
  const tree = catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict);
  if (!tree) return { root: null, problems: [...problems, 'no tags'] };

  const pages = file.getPages();
  const marks = new Map(pages.map((page) => [page.ref, marksOf(page, problems)]));
  const wayBack = numbersOf(tree.lookup(PDFName.of('ParentTree'), PDFDict));
  const seen = new Set<string>();

  const read = (reference: PDFObject): Tag => {
    const element = file.context.lookup(reference, PDFDict);
    const kids = element.lookup(PDFName.of('K'));
    const children: Tag[] = [];
    const own: { readonly page: PDFRef; readonly mark: number }[] = [];
    for (const kid of kids instanceof PDFArray ? kids.asArray() : []) {
      const resolved = file.context.lookup(kid);
      const page = (resolved instanceof PDFDict ? resolved : element).get(PDFName.of('Pg'));
      const number =
        resolved instanceof PDFDict ? resolved.lookupMaybe(PDFName.of('MCID'), PDFNumber) : resolved;
      if (number instanceof PDFNumber && page instanceof PDFRef) own.push({ page, mark: number.asNumber() });
      else children.push(read(kid));
    }
    for (const { page, mark } of own) {
      const name = `mark ${mark} of page ${pages.findIndex(({ ref }) => ref === page) + 1}`;
      if (seen.has(name)) problems.push(`${name} belongs to two elements`);
      seen.add(name);
      if (!marks.get(page)?.has(mark)) problems.push(`${name} is not on the page`);
      const key = file.context.lookup(page, PDFDict).lookup(PDFName.of('StructParents'), PDFNumber);
      const back = wayBack.get(key.asNumber())?.get(mark);
      if (back !== reference) problems.push(`${name} does not lead back to its element`);
    }
    return {
      type: element.lookup(PDFName.of('S'), PDFName).decodeText(),
      text: own.map(({ page, mark }) => marks.get(page)?.get(mark) ?? '').join(''),
      pages: new Set(own.map(({ page }) => page)).size,
      alt: textOf(element.lookup(PDFName.of('Alt'))),
      attributes: attributesOf(element.lookupMaybe(PDFName.of('A'), PDFDict)),
      children,
    };
  };
  const [first, ...more] = tree.lookup(PDFName.of('K'), PDFArray).asArray();
  if (!first || more.length > 0) return { root: null, problems: [...problems, 'not one root'] };
  const root = read(first);
  for (const [index, { ref }] of pages.entries()) {
    for (const mark of marks.get(ref)?.keys() ?? []) {
      const name = `mark ${mark} of page ${index + 1}`;
      if (!seen.has(name)) problems.push(`${name} belongs to no element`);
    }
  }
  return { root, problems };
}

/** The texts of a page's marks. */
function marksOf({ node }: PDFPage, problems: string[]): Marks {
  const fonts = new Map(
    (node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)?.entries() ?? []).map(([name, font]) => [
      name.decodeText(),
      fontOf(node.context.lookup(font, PDFDict)),
    ]),
  );
  const marks: Marks = new Map();
  const open: (number | 'decoration')[] = [];
  let font = fonts.get('');
  const operators =
    /\/(?<tag>\w+)\s+<<(?<entries>[^>]*)>>\s+BDC|(?<end>\bEMC\b)|\/(?<font>F\d+) \S+ Tf|\[(?<runs>[^\]]*)\] TJ/g;
  for (const { groups = {} } of contentOf(node.Contents()).matchAll(operators)) {
    if (groups['tag'] !== undefined) {
      const mark = /\/MCID (\d+)/.exec(groups['entries'] ?? '')?.[1];
      if (open.length > 0) problems.push('a mark stands within another one');
      open.push(mark === undefined ? 'decoration' : Number(mark));
      if (mark !== undefined) marks.set(Number(mark), '');
    } else if (groups['end'] !== undefined) {
      if (open.pop() === undefined) problems.push('a mark ends that has not begun');
    } else if (groups['font'] !== undefined) font = fonts.get(groups['font']);
    else {
      const codes = (groups['runs'] ?? '').match(/[0-9a-f]{4}(?=[0-9a-f]*>)/g) ?? [];
      const text = codes.map((code) => font?.texts.get(Number.parseInt(code, 16)) ?? '?').join('');
      const mark = open.at(-1);
      if (mark === undefined) problems.push(`a text stands in no mark: ${text}`);
      else if (mark !== 'decoration') marks.set(mark, (marks.get(mark) ?? '') + text);
    }
  }
  if (open.length > 0) problems.push('a mark does not end on its page');
  return marks;
}

/** The elements of each page's marks: a number tree with one level. */
function numbersOf(tree: PDFDict): Map<number, Map<number, PDFObject>> {
  const list = tree.lookup(PDFName.of('Nums'), PDFArray);
  const found = new Map<number, Map<number, PDFObject>>();
  for (let index = 0; index < list.size(); index += 2) {
    const elements = list.lookup(index + 1, PDFArray);
    found.set(list.lookup(index, PDFNumber).asNumber(), new Map(elements.asArray().entries()));
  }
  return found;
}

function attributesOf(dict: PDFDict | undefined): string[] {
  return (dict?.entries() ?? [])
    .filter(([name]) => name !== PDFName.of('O'))
    .map(([name, value]) => `${name.decodeText()} ${value instanceof PDFName ? value.decodeText() : ''}`);
}

function textOf(object: PDFObject | undefined): string | null {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;
}
