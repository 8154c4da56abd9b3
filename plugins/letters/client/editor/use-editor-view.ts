import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Schema } from 'prosemirror-model';
import { liftListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { type Body, bodyOf, nodeOf } from './body.ts';
import { clipboardEvents } from './clipboard.ts';
import { toggle, typeOf } from './commands.ts';
import { goToCell, goToRow } from './table-commands.ts';

interface EditorViewOptions {
  readonly schema: Schema;
  readonly value: Body;
  readonly onChange: (body: Body) => void;
  readonly onBlur?: (() => void) | undefined;
  /** The attributes of the editable element. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A mounted editor. */
export interface EditorHandle {
  readonly state: EditorState;
  /** Runs a command, and returns the focus to the text. */
  readonly run: (command: Command) => void;
}

/** Binds an editor to a value: typed text is emitted, other values replace the text. */
export function useEditorView({ schema, value, onChange, onBlur, attributes }: EditorViewOptions): {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly editor: EditorHandle;
} {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [state, setState] = useState(() => stateOf(schema, value));
  const emitted = useRef<Body>(value);
  const emit = useEffectEvent((body: Body) => {
    emitted.current = body;
    onChange(body);
  });
  const leave = useEffectEvent(() => onBlur?.());
  const begin = useEffectEvent(() => ({ state: stateOf(schema, value), attributes }));

  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const begun = begin();
    const handleDOMEvents = { ...clipboardEvents, blur: () => void leave() };
    function dispatchTransaction(this: EditorView, transaction: Transaction): void {
      const next = this.state.apply(transaction);
      this.updateState(next);
      setState(next);
      if (transaction.docChanged) emit(bodyOf(next.doc));
    }
    const made = new EditorView({ mount: host.current }, { ...begun, handleDOMEvents, dispatchTransaction });
    view.current = made;
    setState(begun.state);
    return () => {
      view.current = null;
      made.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- another schema needs a new editor
  }, [schema]);

  useEffect(() => view.current?.setProps({ attributes }), [attributes]);

  useEffect(() => {
    if (view.current === null || sameValues(value, emitted.current)) return;
    emitted.current = value;
    const next = stateOf(schema, value);
    view.current.updateState(next);
    setState(next);
  }, [value, schema]);

  return {
    host,
    editor: {
      state,
      run(command) {
        if (view.current === null) return;
        command(view.current.state, view.current.dispatch, view.current);
        view.current.focus();
      },
    },
  };
}

function stateOf(schema: Schema, body: Body): EditorState {
  return EditorState.create({ doc: nodeOf(schema, body), plugins: pluginsOf(schema) });
}

/** Undo and the usual shortcuts. In a table, Tab moves from cell to cell; elsewhere it leaves the editor, as in any field. */
function pluginsOf(schema: Schema): Plugin[] {
  const item = typeOf(schema, 'list_item');
  const newLine: Command = chainCommands(exitCode, (state, dispatch) => {
    const line = typeOf(schema, 'hard_break').create();
    dispatch?.(state.tr.replaceSelectionWith(line).scrollIntoView());
    return true;
  });
  return [
    history(),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Mod-b': toggle(schema, 'strong'),
      'Mod-i': toggle(schema, 'em'),
      'Mod-u': toggle(schema, 'underline'),
      'Shift-Enter': newLine,
      Tab: goToCell(1),
      'Shift-Tab': goToCell(-1),
      ArrowUp: goToRow('before'),
      ArrowDown: goToRow('after'),
      Enter: splitListItem(item),
      Backspace: atStartOf(item.name, liftListItem(item)),
    }),
    keymap(plainKeys),
  ];
}

/** Without the key that submits the surrounding form. */
const plainKeys = Object.fromEntries(Object.entries(baseKeymap).filter(([key]) => key !== 'Mod-Enter'));

/** A command for the start of a block within a node of a type. */
function atStartOf(name: string, command: Command): Command {
  return (state, dispatch, view) => {
    const { $from, empty } = state.selection;
    const isThere = empty && $from.parentOffset === 0 && $from.node(-1)?.type.name === name;
    return isThere && $from.index(-1) === 0 ? command(state, dispatch, view) : false;
  };
}
