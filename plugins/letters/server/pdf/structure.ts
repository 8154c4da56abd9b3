/** The kinds of elements of which a letter consists, by their names in ISO 32000 (14.8.4). */
export type StructureType =
  'Document' | 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/** The data about an element, besides its text, for screen readers. */
export interface StructureOptions {
  /** The text in place of a picture. */
  readonly alt?: string;
  /** The cells that a header of a table applies to. */
  readonly scope?: 'Column' | 'Row';
  /** How the items of a list are marked. */
  readonly numbering?: 'Disc' | 'Decimal';
}

/** An element of the structure of a letter, which PDF calls its tags: a heading, a paragraph, a cell. */
export class StructureElement {
  readonly type: StructureType;
  readonly options: StructureOptions;
  readonly parent: StructureElement | null;
  readonly children: StructureElement[] = [];

  constructor(type: StructureType, parent: StructureElement | null = null, options: StructureOptions = {}) {
    this.type = type;
    this.options = options;
    this.parent = parent;
    parent?.children.push(this);
  }

  add(type: StructureType, options?: StructureOptions): StructureElement {
    return new StructureElement(type, this, options);
  }

  /** The nearest element of a kind around this one. */
  within(type: StructureType): StructureElement | null {
    return this.type === type ? this : (this.parent?.within(type) ?? null);
  }

  root(): StructureElement {
    return this.parent?.root() ?? this;
  }
}

/**
 * A part of a page that is drawn as the content of an element; everything else, such as table edges and page footers, is
 * decoration.
 */
export interface Structured {
  readonly element?: StructureElement;
}

/** Marks a part of the page as the content of an element. */
export function contentOf<Part extends object>(element: StructureElement, part: Part): Part & Structured {
  return Object.assign(part, { element });
}
