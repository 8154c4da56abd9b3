import { createPanelFrame, type PanelFrame } from '../../shared/panel-frame.ts';
import { readAppearance } from '../../shared/read-appearance.ts';
import { createStore } from '../../shared/store.ts';
import { readToLoader, type ToLoader, type ToPanel } from '../protocol/messages.ts';
import { createButton } from './button.ts';
import { emit } from './calls.ts';
import { fillPhoneScreen } from '../fill-phone-screen.ts';
import styles from './loader.css?inline';
import { textsIn, createStatusView } from './status-view.ts';

/** The address of the panel, beside the script, which a page may also load as a module. */
const panelAddress = new URL(
  'komak-chat.html',
  (
    (document.currentScript ??
      document.querySelector('script[src*="/komak-chat.js"]')) as HTMLScriptElement | null
  )?.src,
);

/** The time limit for the panel's first message, in milliseconds. */
const panelTimeoutMs = 15_000;

/** The latest time at which the panel gets the focus after its first message, in milliseconds. */
const focusTimeoutMs = 800;

/** `<komak-chat lang theme position>`: a round button, and the panel that it opens. Only one per page. */
export class KomakChatElement extends HTMLElement {
  static readonly observedAttributes = ['lang', 'theme'];
  /** The element in use; further elements of the page stay empty. */
  static current: KomakChatElement | null = null;

  readonly #store = createStore('komak-chat', panelAddress.host);
  readonly #button = createButton(() => this.toggle());
  readonly #status = createStatusView({
    onRetry: () => this.#load(),
    onClose: () => this.close(),
    onSend: (text) => this.send(text),
  });
  readonly #place = document.createElement('div');
  #frame: PanelFrame<ToPanel> | null = null;
  #state: 'none' | 'loading' | 'ready' | 'failed' = 'none';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the panel receives the input. */
  #isShown = false;
  /** Messages that wait for the panel to load. */
  #unsentMessages: ToPanel[] = [];
  #open = false;
  #unread = 0;
  #stopCovering: (() => void) | null = null;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    this.#place.className = 'place';
    this.#place.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
    });
  }

  connectedCallback(): void {
    if (KomakChatElement.current && KomakChatElement.current !== this) return;
    KomakChatElement.current = this;
    this.shadowRoot?.replaceChildren(this.#place, this.#button.element);
    this.#draw();
  }

  disconnectedCallback(): void {
    if (KomakChatElement.current !== this) return;
    KomakChatElement.current = null;
    this.#unload();
    this.#open = false;
    this.#stopCovering?.();
    this.#stopCovering = null;
  }

  attributeChangedCallback(): void {
    if (KomakChatElement.current !== this) return;
    const { lang, theme } = readAppearance(this);
    if (this.#state === 'ready') this.#frame?.post({ type: 'appearance', lang, theme });
    if (this.#frame) this.#frame.element.title = textsIn(lang).title;
    this.#draw();
  }

  /** Opens the panel; its code is loaded the first time. */
  open(): void {
    if (this.#open || KomakChatElement.current !== this) return;
    this.#open = true;
    this.#unread = 0;
    if (this.#state === 'none' || this.#state === 'failed') this.#load();
    this.#draw();
    this.#stopCovering = fillPhoneScreen(this.#place);
    if (this.#state === 'ready') this.#enter();
    else this.#status.field.focus();
    emit('open', {});
  }

  /** Collapses the panel; returns the focus to the button if it was in the panel. */
  close(): void {
    if (!this.#open) return;
    const within = this.shadowRoot?.activeElement;
    this.#open = false;
    this.#stopCovering?.();
    this.#stopCovering = null;
    this.#draw();
    this.#frame?.post({ type: 'close' });
    if (within && within !== this.#button.element) this.#button.element.focus({ preventScroll: true });
    emit('close', {});
  }

  toggle(): void {
    if (this.#open) this.close();
    else this.open();
  }

  /** Sends a question on behalf of the visitor and opens the panel. */
  send(text: string): void {
    this.open();
    const message: ToPanel = { type: 'send', text };
    if (this.#state === 'ready') this.#frame?.post(message);
    else this.#unsentMessages.push(message);
  }

  #load(): void {
    this.#unload();
    this.#state = 'loading';
    this.#isShown = false;
    const frame = createPanelFrame<ToPanel, ToLoader>(
      panelAddress.href,
      textsIn(readAppearance(this).lang).title,
      {
        read: readToLoader,
        onHello: () => this.#begin(),
        onMessage: (message) => this.#onMessage(message),
      },
    );
    // In WebKit, a key press that is under way when the panel gets the focus arrives here.
    frame.element.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
      if (key.length === 1 && !altKey && !ctrlKey && !metaKey) frame.post({ type: 'typed', text: key });
    });
    this.#frame = frame;
    this.#place.replaceChildren(frame.element, this.#status.element);
    this.#timer = setTimeout(() => {
      this.#state = 'failed';
      this.#draw();
    }, panelTimeoutMs);
    this.#draw();
  }

  #unload(): void {
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = null;
    this.#state = 'none';
  }

  /** Called when the panel has loaded or reloaded. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.#state = 'ready';
    this.#isShown = false;
    this.#frame?.post({
      type: 'start',
      ...readAppearance(this),
      open: this.#open,
      conversation: this.#store.read(),
    });
    for (const message of this.#unsentMessages.splice(0)) this.#frame?.post(message);
    this.#timer = setTimeout(() => this.#show(), focusTimeoutMs);
    this.#draw();
    emit('ready', {});
  }

  #enter(): void {
    this.#frame?.element.focus();
    this.#frame?.post({ type: 'open' });
  }

  /** Passes earlier input to the panel, which receives all further input. */
  #show(): void {
    if (this.#isShown) return;
    clearTimeout(this.#timer);
    this.#isShown = true;
    const { field } = this.#status;
    if (this.#open) this.#frame?.element.focus();
    if (field.value !== '') this.#frame?.post({ type: 'typed', text: field.value });
    field.value = '';
    this.#draw();
  }

  #onMessage(message: ToLoader): void {
    if (message.type === 'keep') this.#store.write(message.text);
    if (message.type === 'close') this.close();
    if (message.type === 'shown') this.#show();
    if (message.type !== 'said') return;
    if (message.by === 'bot' && !this.#open) this.#unread += 1;
    this.#draw();
    emit('message', { from: message.by });
  }

  #draw(): void {
    const texts = textsIn(readAppearance(this).lang);
    const label = this.#open ? texts.close : texts.open;
    const unread = this.#unread;
    this.#button.show({
      open: this.#open,
      news: unread,
      label: unread > 0 ? `${label}: ${texts.newAnswer}` : label,
    });
    this.#status.show(this.#isShown ? 'done' : this.#state === 'failed' ? 'failed' : 'loading', texts);
    this.#place.hidden = !this.#open;
  }
}
