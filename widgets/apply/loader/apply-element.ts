import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';
import type uz from '../../../locales/uz/apply.json';
import { readAppearance } from '../../shared/read-appearance.ts';
import { createPanelFrame, type PanelFrame } from '../../shared/panel-frame.ts';
import { createStore } from '../../shared/store.ts';
import { takeDraftSlot, type DraftSlot } from './draft-slot.ts';
import { readToLoader, type ToLoader, type ToPanel } from '../protocol/messages.ts';
import styles from './loader.css?inline';

/** The address of the panel, beside the script, which a page may also load as a module. */
const panelAddress = new URL(
  'komak-apply.html',
  (
    (document.currentScript ??
      document.querySelector('script[src*="/komak-apply.js"]')) as HTMLScriptElement | null
  )?.src,
);

/** The time limit for the panel's first message, in milliseconds; long, for slow connections. */
const panelTimeoutMs = 60_000;

/** The numbers of the forms on this page: each stores a draft of its own in this tab. */
const numbers = new Set<number>();

/**
 * Panels load one after the other. The first panel gets a cookie for the key of its drafts: another one at the same
 * time would replace it, and the drafts of the first could not be read again.
 */
const loadings = createSerialQueue();

type LoaderTexts = (typeof uz)['loader'];
const textsByPath = import.meta.glob<LoaderTexts>('../../../locales/*/apply.json', {
  eager: true,
  import: 'loader',
});

/** `<komak-apply lang theme>`: the form with which citizens apply, shown inside the element. */
export class KomakApplyElement extends HTMLElement {
  static readonly observedAttributes = ['lang', 'theme'];

  #number = 1;
  #tab = createStore('komak-apply', panelAddress.host);
  /** The place of its draft on the device, if the citizen wants it to stay there. */
  #slot: DraftSlot | null = null;
  #takingSlot: Promise<DraftSlot> | null = null;
  readonly #notice = document.createElement('div');
  readonly #message = document.createElement('p');
  readonly #retry = document.createElement('button');
  #frame: PanelFrame<ToPanel> | null = null;
  #state: 'loading' | 'ready' | 'failed' = 'loading';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Lets the next form of the page load its panel. */
  #endLoading: () => void = () => undefined;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    this.#notice.className = 'notice';
    this.#message.setAttribute('role', 'status');
    this.#retry.type = 'button';
    this.#retry.addEventListener('click', () => this.#load());
    this.#notice.append(this.#message, this.#retry);
  }

  connectedCallback(): void {
    this.#takeNumber();
    this.#load();
  }

  disconnectedCallback(): void {
    numbers.delete(this.#number);
    void this.#takingSlot?.then(({ release }) => release());
    this.#slot = null;
    this.#takingSlot = null;
    this.#unload();
  }

  attributeChangedCallback(): void {
    if (!this.#frame) return;
    this.#frame.element.title = this.#texts().title;
    if (this.#state === 'ready') this.#frame.post({ type: 'appearance', ...readAppearance(this) });
    this.#draw();
  }

  /** Takes the first free number: after a reload, forms in the same order get their drafts back. */
  #takeNumber(): void {
    let number = 1;
    while (numbers.has(number)) number += 1;
    numbers.add(number);
    this.#number = number;
    this.#tab = createStore(number === 1 ? 'komak-apply' : `komak-apply-${number}`, panelAddress.host);
    this.#takingSlot = takeDraftSlot(panelAddress.host, number);
  }

  #texts(): LoaderTexts {
    return textsByPath[`../../../locales/${readAppearance(this).lang}/apply.json`] as LoaderTexts;
  }

  #load(): void {
    this.#unload();
    this.#state = 'loading';
    const frame = createPanelFrame<ToPanel, ToLoader>(panelAddress.href, this.#texts().title, {
      downloads: true,
      read: readToLoader,
      onHello: () => void this.#begin(),
      onMessage: (message) => this.#take(message),
    });
    this.#frame = frame;
    this.shadowRoot?.replaceChildren(this.#notice);
    this.#draw();
    void loadings(() => (this.#frame === frame ? this.#open(frame) : undefined));
  }

  /** Resolves when the panel has loaded, failed or been removed. */
  #open({ element }: PanelFrame<ToPanel>): Promise<void> {
    this.shadowRoot?.append(element);
    this.#timer = setTimeout(() => {
      this.#state = 'failed';
      this.#endLoading();
      this.#draw();
    }, panelTimeoutMs);
    return new Promise((resolve) => {
      this.#endLoading = resolve;
    });
  }

  #unload(): void {
    clearTimeout(this.#timer);
    this.#endLoading();
    this.#frame?.remove();
    this.#frame = null;
  }

  /** Called when the panel has loaded or reloaded. */
  async #begin(): Promise<void> {
    clearTimeout(this.#timer);
    this.#endLoading();
    const taking = this.#takingSlot;
    const slot = await taking;
    // It may have been removed from the page during the await.
    if (!slot || taking !== this.#takingSlot) return;
    this.#slot = slot;
    this.#state = 'ready';
    this.#frame?.post({
      type: 'start',
      ...readAppearance(this),
      draft: this.#tab.read() || slot.read(),
    });
    this.#draw();
    this.dispatchEvent(new CustomEvent('ready'));
  }

  #take(message: ToLoader): void {
    const element = this.#frame?.element;
    if (message.type === 'keep') {
      const lasts = message.lasts && this.#slot?.lasts === true;
      this.#tab.write(lasts ? '' : message.text);
      this.#slot?.write(lasts ? message.text : '');
    }
    if (message.type === 'size' && element) element.style.height = `${message.height}px`;
    if (message.type === 'top' && this.getBoundingClientRect().top < 0) this.scrollIntoView();
    if (message.type === 'sent') this.dispatchEvent(new CustomEvent('sent'));
  }

  #draw(): void {
    const texts = this.#texts();
    const state = this.#state;
    this.#notice.hidden = state === 'ready';
    this.#message.textContent = state === 'failed' ? texts.failed : texts.loading;
    this.#retry.textContent = texts.retry;
    this.#retry.hidden = state !== 'failed';
    if (this.#frame) this.#frame.element.hidden = state === 'failed';
  }
}
