/*
 * Messages between the loader of a widget in the page of a site and its panel in an iframe. Each carries the version; messages
 * of another version, or with missing, extra or mistyped fields, are ignored.
 */

/** The version of this protocol; a loader and a panel of different versions do not connect, and report it. */
export const version = 1;

export type Lang = 'uz' | 'ru';
export type Theme = 'light' | 'dark' | 'auto';

/** The one message sent to the window, with one end of the channel that carries all others. */
export interface HelloMessage {
  readonly type: 'hello';
  /** The random text in the address of the panel, set by the loader. */
  readonly nonce: string;
}

/** Whether a field of a message has its type. */
export type Check = (value: unknown) => boolean;

/** The fields of each type of message. */
export type Shapes = Readonly<Record<string, Readonly<Record<string, Check>>>>;

/** Checks a text of at most two million characters. */
export const text: Check = (value) => typeof value === 'string' && value.length <= 2_000_000;

/** Creates a check for one of several texts. */
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);

/** The appearance fields that every panel gets. */
export const appearance = { lang: oneOf('uz', 'ru'), theme: oneOf('light', 'dark', 'auto') };

/** A message with the protocol version. */
export function pack<Message extends { readonly type: string }>(message: Message): object {
  return { komak: version, ...message };
}

/** Creates a parser for messages of some shapes; it returns null for anything else. */
export function readerOf<Message>(shapes: Shapes): (data: unknown) => Message | null {
  return (data) => read(data, shapes) as Message | null;
}

/** Parses the greeting; null for anything else. */
export const readHelloMessage = readerOf<HelloMessage>({
  hello: { nonce: (value) => typeof value === 'string' && /^\w{32}$/.test(value) },
});

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
