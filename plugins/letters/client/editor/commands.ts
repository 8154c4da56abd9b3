import { toggleMark, setBlockType, lift } from 'prosemirror-commands';
import { type Node, NodeRange, type NodeType, type ResolvedPos, type Schema } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, type Transaction } from 'prosemirror-state';
import { findWrapping } from 'prosemirror-transform';
import type { ListBlockAttrs, Condition, Field } from '../../contract.ts';
import type { Alignment } from './alignments.ts';

export type MarkName = 'strong' | 'em' | 'underline';
export type ListName = 'bullet_list' | 'ordered_list';

/** The command that toggles bold, italic or underline on the selection. */
export function toggle(schema: Schema, mark: MarkName): Command {
  return toggleMark(markOf(schema, mark));
}

/** Whether the selection, or the text typed next, has a mark. */
export function hasMark(state: EditorState, mark: MarkName): boolean {
  const type = markOf(state.schema, mark);
  const { empty, from, to, $from } = state.selection;
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}

function markOf(schema: Schema, mark: MarkName) {
  const type = schema.marks[mark];
  if (!type) throw new Error(`the editor has no mark ${mark}`);
  return type;
}

/** A kind of node of the editor. */
export function typeOf(schema: Schema, name: string): NodeType {
  const type = schema.nodes[name];
  if (!type) throw new Error(`the editor has no node ${name}`);
  return type;
}

/** The node of a type around the cursor, and its position. */
export function around(
  state: EditorState,
  name: string,
): { readonly node: Node; readonly pos: number } | null {
  const { selection } = state;
  if (selection instanceof NodeSelection && selection.node.type.name === name) {
    return { node: selection.node, pos: selection.from };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type.name === name) return { node, pos: $from.before(depth) };
  }
  return null;
}

/** Toggles between paragraphs and headings. */
export const toggleHeading: Command = (state, dispatch) => {
  const name = around(state, 'heading') ? 'paragraph' : 'heading';
  return setBlockType(typeOf(state.schema, name))(state, dispatch);
};

/**
 * Turns paragraphs into a list; a list of the same kind into paragraphs, and one of the other kind into this
 * one.
 */
export function toggleList(name: ListName): Command {
  return (state, dispatch) => {
    const { schema } = state;
    const other = around(state, name === 'bullet_list' ? 'ordered_list' : 'bullet_list');
    if (around(state, name)) return liftListItem(typeOf(schema, 'list_item'))(state, dispatch);
    if (other) {
      dispatch?.(state.tr.setNodeMarkup(other.pos, typeOf(schema, name)));
      return true;
    }
    return wrapInList(typeOf(schema, name))(state, dispatch);
  };
}

/** Aligns the paragraphs of the selection. */
export function align(to: Alignment): Command {
  return (state, dispatch) => {
    const { from, to: end } = state.selection;
    const { tr } = state;
    state.doc.nodesBetween(from, end, (node, pos) => {
      if (node.type.name === 'paragraph') tr.setNodeAttribute(pos, 'align', to);
    });
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };
}

/** The alignment of the paragraph at the cursor. */
export function alignmentOf(state: EditorState): Alignment | null {
  return (around(state, 'paragraph')?.node.attrs['align'] as Alignment | null | undefined) ?? null;
}

/** Inserts a field at the cursor. */
export function insertField(name: Field): Command {
  return (state, dispatch) => {
    const marks = state.storedMarks ?? state.selection.$from.marks();
    const field = typeOf(state.schema, 'field').create({ name }, null, marks);
    dispatch?.(state.tr.replaceSelectionWith(field, true).scrollIntoView());
    return true;
  };
}

/** Inserts a list of the application after the block at the cursor, replacing an empty one. */
export function insertListBlock(attrs: ListBlockAttrs): Command {
  return (state, dispatch) => {
    const inserted = insertBlock(state, typeOf(state.schema, 'case_list').create(attrs));
    if (!inserted) return false;
    dispatch?.(inserted.tr.scrollIntoView());
    return true;
  };
}

/** Inserts a block after the one at the cursor, replacing an empty line; after a whole list or table. */
export function insertBlock(
  { schema, selection, tr }: EditorState,
  block: Node,
): { readonly tr: Transaction; readonly pos: number } | null {
  const { $from } = selection;
  const isEmptyLine = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const mayReplace =
    isEmptyLine && $from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), block.type);
  const pos = mayReplace ? $from.before() : positionAfter(selection.$to, block.type);
  if (pos === null) return null;
  if (mayReplace) tr.replaceWith(pos, $from.after(), block);
  else tr.insert(pos, block);
  const end = pos + block.nodeSize;
  // There must be a line to continue in.
  if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, typeOf(schema, 'paragraph').create());
  return { tr, pos };
}

/** The first position after another one that allows a node of a type. */
function positionAfter($pos: ResolvedPos, type: NodeType): number | null {
  for (let depth = $pos.depth; depth >= 0; depth--) {
    const index = $pos.indexAfter(depth);
    if (!$pos.node(depth).canReplaceWith(index, index, type)) continue;
    return depth === $pos.depth ? $pos.pos : $pos.after(depth + 1);
  }
  return null;
}

/** Makes the selection conditional: whole blocks, so all of a list or a table. */
export function wrapInCondition(attrs: Condition): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection;
    const range = new NodeRange($from, $to, 0);
    const wrapping = findWrapping(range, typeOf(state.schema, 'condition'), attrs);
    if (!wrapping) return false;
    dispatch?.(state.tr.wrap(range, wrapping).scrollIntoView());
    return true;
  };
}

/** Changes the condition around the cursor. */
export function changeCondition(attrs: Condition): Command {
  return (state, dispatch) => {
    const found = around(state, 'condition');
    if (!found) return false;
    dispatch?.(state.tr.setNodeMarkup(found.pos, null, attrs));
    return true;
  };
}

/** Removes the condition around the cursor; its content stays. */
export const removeCondition: Command = (state, dispatch) => {
  const found = around(state, 'condition');
  if (!found) return lift(state, dispatch);
  const { pos, node } = found;
  dispatch?.(state.tr.replaceWith(pos, pos + node.nodeSize, node.content));
  return true;
};
