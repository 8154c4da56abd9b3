/*
 * The messages between the loader in the page of a site and the panel in its iframe. Each carries the version; messages of
 * another version, or with missing, extra or mistyped fields, are ignored.
 */

/** The version of this protocol; a loader and a panel of different versions do not connect, and report it. */
export const version = 1;

export type Lang = 'uz' | 'ru';
export type Theme = 'light' | 'dark' | 'auto';

/** The one message sent to the window, with one end of the channel that carries all others. */
export interface Hello {
  readonly type: 'hello';
  /** The random text that the loader put into the address of the panel. */
  readonly nonce: string;
}

/** From the loader to the panel. */
export type ToPanel =
  | {
      readonly type: 'start';
      readonly lang: Lang;
      readonly theme: Theme;
      readonly open: boolean;
      /** The stored conversation, or an empty text. */
      readonly conversation: string;
    }
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'appearance'; readonly lang: Lang; readonly theme: Theme }
  | { readonly type: 'send'; readonly text: string };

/** From the panel to the loader. */
export type ToLoader =
  | { readonly type: 'keep'; readonly text: string }
  | { readonly type: 'close' }
  /** Somebody wrote a message: for listeners of the page, without its text. */
  | { readonly type: 'said'; readonly by: 'user' | 'bot' };

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.length <= 2_000_000;
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const lang = oneOf('uz', 'ru');
const theme = oneOf('light', 'dark', 'auto');

type Shapes = Readonly<Record<string, Readonly<Record<string, Check>>>>;

const helloShapes: Shapes = {
  hello: { nonce: (value) => typeof value === 'string' && /^\w{32}$/.test(value) },
};
const panelShapes: Shapes = {
  start: { lang, theme, open: (value) => typeof value === 'boolean', conversation: text },
  open: {},
  close: {},
  appearance: { lang, theme },
  send: { text },
};
const loaderShapes: Shapes = { keep: { text }, close: {}, said: { by: oneOf('user', 'bot') } };

/** A message with the protocol version. */
export function pack(message: Hello | ToPanel | ToLoader): object {
  return { komak: version, ...message };
}

/** Reads the greeting; null for anything else. */
export function readHello(data: unknown): Hello | null {
  return read(data, helloShapes) as Hello | null;
}

/** Reads a message to the panel; null for anything else. */
export function readToPanel(data: unknown): ToPanel | null {
  return read(data, panelShapes) as ToPanel | null;
}

/** Reads a message to the loader; null for anything else. */
export function readToLoader(data: unknown): ToLoader | null {
  return read(data, loaderShapes) as ToLoader | null;
}

function read(data: unknown, shapes: Shapes): object | null {
  if (typeof data !== 'object' || data === null) return null;
  const { komak, type, ...fields } = data as Record<string, unknown>;
  if (komak !== version || typeof type !== 'string' || !Object.hasOwn(shapes, type)) return null;
  const shape = shapes[type] as Readonly<Record<string, Check>>;
  const names = Object.keys(shape);
  const fits =
    Object.keys(fields).length === names.length &&
    names.every((name) => Object.hasOwn(fields, name) && shape[name]?.(fields[name]));
  return fits ? { type, ...fields } : null;
}
