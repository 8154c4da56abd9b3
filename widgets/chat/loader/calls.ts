/** The target of calls such as `komakChat('open')`, `komakChat('locale', 'ru')`, `komakChat('on', 'message', listener)`. */
interface CallTarget {
  open(): void;
  close(): void;
  toggle(): void;
  send(text: string): void;
  setAttribute(name: string, value: string): void;
}

const events = ['ready', 'open', 'close', 'message'];
const followers = new Map<string, Set<(detail: object) => void>>();

/** Calls the listeners of the page; reports what they throw. */
export function emit(event: string, detail: object): void {
  for (const follow of followers.get(event) ?? []) {
    try {
      follow(detail);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Runs a call; an invalid one throws, so that its author sees it. */
export function runCall(callee: CallTarget, [verb, ...given]: readonly unknown[]): void {
  const [first, second] = given;
  if (verb === 'open' || verb === 'close' || verb === 'toggle') callee[verb]();
  else if (verb === 'send' && typeof first === 'string' && first.trim() !== '') callee.send(first);
  else if (verb === 'locale' && (first === 'uz' || first === 'ru')) callee.setAttribute('lang', first);
  else if (
    (verb === 'on' || verb === 'off') &&
    events.includes(String(first)) &&
    typeof second === 'function'
  ) {
    const listeners = followers.get(String(first)) ?? new Set();
    followers.set(String(first), listeners);
    listeners[verb === 'on' ? 'add' : 'delete'](second as (detail: object) => void);
  } else throw new TypeError(`komakChat: ${String(verb)} ${String(first ?? '')}`);
}
