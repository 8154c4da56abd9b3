import type { FrameState, FromFrame, ToFrame } from '#kernel/contract/plugin/frame.ts';

/** A call that was rejected or failed. */
export class FrameCallError extends Error {
  /** The HTTP status of the response; 0 if the call was not sent, for example because the manifest does not name it. */
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.name = 'FrameCallError';
    this.status = status;
  }
}

/** The API of the shell for a page in a frame. */
export interface Frame {
  readonly state: FrameState;
  /** Calls `listener` when language, theme or path change. */
  onChange(listener: (state: FrameState) => void): void;
  /**
   * Makes a call that the manifest names, with the user's rights; resolves to the parsed response, rejects with a {@link
   * FrameCallError}.
   */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>;
  /** Opens a page of the shell. */
  navigate(path: string): void;
  /** The text of a dotted key in the current language, or the key. */
  text(key: string): string;
}

/** Waits for the shell's first message, applies its theme to the page, and reports the height of the page from then on. */
export function connect(): Promise<Frame> {
  return new Promise((resolve) => {
    addEventListener('message', function greet({ source, ports: [port] }) {
      // Accepts a greeting only from the shell that opened this frame.
      if (source !== parent || !port) return;
      removeEventListener('message', greet);
      const frame = openFrame(port, () => resolve(frame));
      port.start();
    });
  });
}

function openFrame(port: MessagePort, ready: () => void): Frame {
  const waiting = new Map<number, { resolve(body: unknown): void; reject(error: Error): void }>();
  const listeners: ((state: FrameState) => void)[] = [];
  let state: FrameState | undefined;
  let calls = 0;
  const send = (message: FromFrame) => port.postMessage(message);

  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'state') {
      const isFirst = state === undefined;
      state = data.state;
      applyAppearance(state);
      if (isFirst) ready();
      else for (const listener of listeners) listener(state);
      return;
    }
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.type === 'answer') call?.resolve(data.body);
    else call?.reject(new FrameCallError(data.status, data.text));
  });
  new ResizeObserver(() => send({ type: 'height', pixels: document.documentElement.offsetHeight })).observe(
    document.documentElement,
  );

  return {
    get state() {
      if (!state) throw new Error('the shell has not responded yet');
      return state;
    },
    onChange: (listener) => void listeners.push(listener),
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const id = calls++;
        waiting.set(id, { resolve, reject });
        send({ type: 'call', id, method, path, ...(body ? { body: { ...body } } : {}) });
      }),
    navigate: (path) => send({ type: 'navigate', path }),
    text(key) {
      let value: unknown = state?.texts;
      for (const part of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
      return typeof value === 'string' ? value : key;
    },
  };
}

/** Sets the shell's design tokens as custom properties of the page. */
function applyAppearance({ language, theme, tokens }: FrameState): void {
  const { style, dataset } = document.documentElement;
  document.documentElement.lang = language;
  dataset['theme'] = theme;
  style.colorScheme = theme;
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
}
