/** The target of calls such as `komakChat('open')`, `komakChat('locale', 'ru')`, `komakChat('on', 'message', listener)`. */
interface CallTarget {
  open(): void;
  close(): void;
  toggle(): void;
  send(text: string): void;
  setAttribute(name: string, value: string): void;
}

const events = ['ready', 'open', 'close', 'message'];
const listenersOf = new Map<string, Set<(detail: object) => void>>();

/** Calls the listeners of the page; reports what they throw. */
export function emit(event: string, detail: object): void {
  for (const listener of listenersOf.get(event) ?? []) {
    try {
      listener(detail);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Runs a call; an invalid one throws, so that its author sees it. */
export function runCall(target: CallTarget, [verb, ...given]: readonly unknown[]): void {
  const [first, second] = given;
  if (verb === 'open' || verb === 'close' || verb === 'toggle') target[verb]();
  else if (verb === 'send' && typeof first === 'string' && first.trim() !== '') target.send(first);
  else if (verb === 'locale' && (first === 'uz' || first === 'ru')) target.setAttribute('lang', first);
  else if (
    (verb === 'on' || verb === 'off') &&
    events.includes(String(first)) &&
    typeof second === 'function'
  ) {
    const listeners = listenersOf.get(String(first)) ?? new Set();
    listenersOf.set(String(first), listeners);
    listeners[verb === 'on' ? 'add' : 'delete'](second as (detail: object) => void);
  } else throw new TypeError(`komakChat: invalid call "${String(verb)} ${String(first ?? '')}"`);
}
