/** The kinds of structure elements in a letter, by their names in ISO 32000 (14.8.4). */
export type StructureType =
  'Document' | 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/** Data about an element, other than its text, for screen readers. */
export interface StructureOptions {
  /** The alternative text of an image. */
  readonly alt?: string;
  /** The cells that a table header applies to. */
  readonly scope?: 'Column' | 'Row';
  /** How the items of a list are marked. */
  readonly numbering?: 'Disc' | 'Decimal';
}

/** An element of a letter's structure (a PDF tag): a heading, a paragraph, a cell. */
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

  /** The nearest ancestor of a type. */
  within(type: StructureType): StructureElement | null {
    return this.type === type ? this : (this.parent?.within(type) ?? null);
  }

  root(): StructureElement {
    return this.parent?.root() ?? this;
  }
}

/**
 * A part of a page drawn as the content of an element; everything else, such as table borders and page
 * footers, is an artifact.
 */
export interface Structured {
  readonly element?: StructureElement;
}

/** Marks a part of the page as the content of an element. */
export function contentOf<Part extends object>(element: StructureElement, part: Part): Part & Structured {
  return Object.assign(part, { element });
}
