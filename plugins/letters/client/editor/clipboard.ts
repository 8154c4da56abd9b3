import { Slice } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { cellPositionOf, tableOfText } from './table-commands.ts';

/** The MIME type that preserves fields and lists in text copied between editors. */
const ownType = 'application/x-komak-letter';

/**
 * Copies and pastes without markup: no clipboard text may be parsed as HTML on our pages (Trusted Types).
 * Content copied from an editor is pasted unchanged, spreadsheet cells as a table, everything else as plain
 * text.
 */
export const clipboardEvents = {
  copy: (view: EditorView, event: ClipboardEvent) => copy(view, event),
  cut(view: EditorView, event: ClipboardEvent) {
    if (!copy(view, event)) return false;
    view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
    return true;
  },
  paste(view: EditorView, event: ClipboardEvent) {
    event.preventDefault();
    insert(view, event.clipboardData);
    return true;
  },
  drop(view: EditorView, event: DragEvent) {
    // The editor moves its own content itself, without parsing text.
    if (view.dragging) return false;
    event.preventDefault();
    insert(view, event.dataTransfer);
    return true;
  },
};

function copy(view: EditorView, event: ClipboardEvent): boolean {
  const { selection } = view.state;
  if (selection.empty || !event.clipboardData) return false;
  const slice = selection.content();
  event.preventDefault();
  event.clipboardData.setData('text/plain', slice.content.textBetween(0, slice.content.size, '\n\n', '\n'));
  event.clipboardData.setData(ownType, JSON.stringify(slice.toJSON()));
  return true;
}

function insert(view: EditorView, data: DataTransfer | null): void {
  const own = sliceOf(view, data?.getData(ownType) ?? '');
  const text = data?.getData('text/plain') ?? '';
  const table = own || cellPositionOf(view.state) ? null : tableOfText(view.state.schema, text);
  if (own) view.dispatch(view.state.tr.replaceSelection(own).scrollIntoView());
  else if (table) view.dispatch(view.state.tr.replaceSelectionWith(table).scrollIntoView());
  else view.pasteText(text);
}

/** Returns the slice that an editor has copied; null for anything else, and for content that this mode does not allow. */
function sliceOf(view: EditorView, text: string): Slice | null {
  if (text === '') return null;
  try {
    const slice = Slice.fromJSON(view.state.schema, JSON.parse(text));
    slice.content.forEach((node) => node.check());
    return slice;
  } catch {
    return null;
  }
}
