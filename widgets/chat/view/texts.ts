/** The words of the panel, as `panel` in `locales/<language>/chat.json` has them; `{{…}}` is filled in. */
export interface ChatTexts {
  readonly title: string;
  readonly greeting: string;
  readonly examples: string;
  readonly close: string;
  readonly clear: string;
  readonly clearAsk: string;
  readonly yes: string;
  readonly no: string;
  readonly log: string;
  readonly input: string;
  readonly placeholder: string;
  readonly hint: string;
  readonly send: string;
  readonly stop: string;
  readonly attach: string;
  readonly remove: string;
  readonly files: string;
  readonly filesNote: string;
  readonly droppedCount: string;
  readonly droppedBytes: string;
  /** Of bytes and three steps of 1024, with blanks between: `B KB MB GB`. */
  readonly byteUnits: string;
  readonly tooLong: string;
  readonly pending: string;
  readonly failed: string;
  readonly limited: string;
  readonly refused: string;
  readonly stopped: string;
  readonly retry: string;
  readonly retryIn: string;
  readonly queued: string;
  readonly turn: string;
  readonly drop: string;
  readonly offline: string;
  readonly back: string;
  readonly you: string;
  readonly bot: string;
  readonly sources: string;
  readonly source: string;
  readonly go: string;
  readonly goTo: string;
  readonly visit: string;
  readonly newWindow: string;
  readonly contact: string;
  readonly more: string;
  readonly generated: string;
  readonly latest: string;
}

/** Puts values into a text; a name that has none stays as it is. */
export function formatText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
