import { type AttributeSpec, Schema, type DOMOutputSpec, type NodeSpec } from 'prosemirror-model';
import {
  type Condition,
  type ListBlockAttrs,
  conditionNames,
  conditions,
  type Field,
  fields,
  letterFields,
  listSources,
} from '../../contract.ts';
import { alignments } from './alignments.ts';

/** A letter is plain text; a template also has fields and lists of the application, and conditional parts. */
export type EditorMode = 'letter' | 'template';

/** The editor's placeholders for values that are filled in later. */
export interface EditorLabels {
  readonly field: (name: Field) => string;
  readonly condition: (condition: Condition) => string;
  readonly listBlock: (list: ListBlockAttrs) => string;
}

/** The documents of `letters/contract.ts` as a ProseMirror schema. */
export function createSchema(mode: EditorMode, labels: EditorLabels): Schema {
  const isTemplate = mode === 'template';
  return new Schema({
    nodes: {
      doc: { content: isTemplate ? '(plain | condition)+' : 'plain+' },
      ...textNodes,
      ...tableNodes,
      field: {
        inline: true,
        group: 'inline',
        atom: true,
        attrs: { name: oneOf(isTemplate ? fields : letterFields) },
        toDOM: ({ attrs }) => [
          'span',
          { 'data-field': attrs['name'] as string, contenteditable: 'false' },
          labels.field(attrs['name'] as Field),
        ],
        parseDOM: [{ tag: 'span[data-field]', getAttrs: (dom) => ({ name: dom.dataset['field'] }) }],
      },
      ...(isTemplate ? templateNodes(labels) : {}),
    },
    marks: {
      strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
      em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
      underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
    },
  });
}

/** An attribute with a fixed set of values, which also validates pasted content. */
function oneOf(values: readonly unknown[]): AttributeSpec {
  return {
    validate(value: unknown) {
      if (!values.includes(value)) throw new RangeError(`${String(value)} is not a value of this attribute`);
    },
  };
}

const textNodes: Record<string, NodeSpec> = {
  // The first node of a group is the default for a new line.
  paragraph: {
    content: 'inline*',
    group: 'plain',
    attrs: { align: { default: null, ...oneOf([null, ...alignments]) } },
    toDOM: ({ attrs }) => ['p', { 'data-align': attrs['align'] as string | null }, 0],
    parseDOM: [{ tag: 'p', getAttrs: (dom) => ({ align: dom.dataset['align'] ?? null }) }],
  },
  heading: { content: 'inline*', group: 'plain', toDOM: () => ['h3', 0], parseDOM: [{ tag: 'h3' }] },
  bullet_list: {
    content: 'list_item+',
    group: 'plain',
    toDOM: () => ['ul', 0],
    parseDOM: [{ tag: 'ul' }],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'plain',
    toDOM: () => ['ol', 0],
    parseDOM: [{ tag: 'ol' }],
  },
  list_item: { content: 'paragraph+', defining: true, toDOM: () => ['li', 0], parseDOM: [{ tag: 'li' }] },
  text: { group: 'inline' },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    toDOM: () => ['br'],
    parseDOM: [{ tag: 'br' }],
  },
};

const tableNodes: Record<string, NodeSpec> = {
  table: {
    content: 'table_row+',
    group: 'plain',
    isolating: true,
    toDOM: () => ['table', ['tbody', 0]],
    parseDOM: [{ tag: 'table' }],
  },
  table_row: { content: 'table_cell+', toDOM: () => ['tr', 0], parseDOM: [{ tag: 'tr' }] },
  table_cell: {
    content: 'paragraph+',
    isolating: true,
    attrs: { header: { default: false, ...oneOf([true, false]) } },
    toDOM: ({ attrs }): DOMOutputSpec => [attrs['header'] === true ? 'th' : 'td', 0],
    parseDOM: [{ tag: 'td' }, { tag: 'th', attrs: { header: true } }],
  },
};

/** The nodes of a template other than text. Its blocks are labelled, also for screen readers. */
function templateNodes(labels: EditorLabels): Record<string, NodeSpec> {
  return {
    case_list: {
      group: 'plain',
      atom: true,
      attrs: { source: oneOf(listSources), style: oneOf(['bullets', 'table']) },
      toDOM: ({ attrs }) => [
        'div',
        { 'data-list-block': '', contenteditable: 'false' },
        labels.listBlock(attrs as ListBlockAttrs),
      ],
    },
    condition: {
      content: 'plain+',
      defining: true,
      attrs: {
        when: oneOf(conditionNames),
        value: { default: null, ...oneOf([null, ...Object.values(conditions).flat()]) },
        negate: { default: false, ...oneOf([true, false]) },
      },
      toDOM: ({ attrs }) => [
        'section',
        { 'data-condition': '' },
        ['div', { 'data-when': '', contenteditable: 'false' }, labels.condition(attrs as Condition)],
        ['div', 0],
      ],
    },
  };
}
