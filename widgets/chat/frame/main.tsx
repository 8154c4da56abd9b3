import { createRoot } from 'react-dom/client';
import { createChat, type Chat } from '../model/chat.ts';
import type { Conversation } from '../model/conversation.ts';
import { serializeConversation, parseConversation } from '../model/stored-conversation.ts';
import { framingSite, metaOf, openChannel } from '../../shared/channel.ts';
import { storeChanges } from '../../shared/store-changes.ts';
import { readToPanel, type ToLoader, type ToPanel } from '../protocol/messages.ts';
import { PanelPage, type PanelSettings } from './panel-page.tsx';
import { createAsk } from './server.ts';

/** The delay after which changes are stored, in milliseconds. */
const storeDelayMs = 150;

const pass = metaOf('embed-token');
const hostSite = framingSite();

// Opened as a page of its own, it has neither a site nor a loader that stores the conversation.
if (hostSite !== null) start(hostSite);

function start(origin: string): void {
  const root = createRoot(document.querySelector('#panel') as HTMLElement);
  let settings: PanelSettings = { lang: 'uz', theme: 'auto', open: false };
  let chat: Chat | null = null;
  /** The position in the draft at which earlier input is inserted. */
  let typedAt = 0;
  const onClose = () => channel.post({ type: 'close' });
  const onShown = () => channel.post({ type: 'shown' });
  const channel = openChannel<ToPanel, ToLoader>(origin, readToPanel, take);
  stylePage();
  document.addEventListener('keydown', focusByKey, true);

  function take(message: ToPanel): void {
    if (message.type === 'start' && !chat) chat = startChat(message.conversation);
    if (message.type === 'start' || message.type === 'appearance') {
      settings = { ...settings, lang: message.lang, theme: message.theme };
    }
    if (message.type === 'start') settings = { ...settings, open: message.open };
    if (message.type === 'open' || message.type === 'close') {
      settings = { ...settings, open: message.type === 'open' };
    }
    if (message.type === 'start' || message.type === 'open') typedAt = chat?.state().draft.length ?? 0;
    // One that is too long is shortened by the visitor.
    if (message.type === 'send' && chat?.enqueue(message.text) === false) prepend(message.text);
    if (message.type === 'typed') prepend(message.text);
    draw();
  }

  /** Inserts earlier input before later input. */
  function prepend(text: string): void {
    const { draft } = chat?.state() ?? { draft: '' };
    chat?.write(`${draft.slice(0, typedAt)}${text}${draft.slice(typedAt)}`);
    typedAt += text.length;
  }

  function draw(): void {
    if (!chat) return;
    root.render(<PanelPage {...settings} {...{ chat, pass, onClose, onShown }} />);
  }

  function startChat(conversation: string): Chat {
    const store = storeChanges<Conversation>(
      (state) => channel.post({ type: 'keep', text: serializeConversation(state) }),
      { delayMs: storeDelayMs },
    );
    const created = createChat({
      ask: createAsk(pass, () => settings.lang),
      start: { ...parseConversation(conversation), online: navigator.onLine },
      onChange(state, before) {
        store(state);
        announceNewMessages(state, before, (by) => channel.post({ type: 'said', by }));
      },
    });
    addEventListener('online', () => created.setOnline(true));
    addEventListener('offline', () => created.setOnline(false));
    return created;
  }
}

/** Announces the messages that were added between two states. */
function announceNewMessages(
  state: Conversation,
  before: Conversation,
  onMessage: (sender: Conversation['messages'][number]['sender']) => void,
): void {
  const settled = ({ messages }: Conversation) =>
    messages.filter((message) => message.state !== 'coming').map(({ id }) => id);
  const known = new Set(settled(before));
  for (const { id, sender, state: messageState } of state.messages) {
    if (messageState !== 'coming' && !known.has(id)) onMessage(sender);
  }
}

/**
 * WebKit lets a frame of another origin focus its field only after a key or button press in it: the first key
 * press does so, and its character is inserted into the field.
 */
function focusByKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
  if (document.activeElement !== document.body || key.length > 1 || altKey || ctrlKey || metaKey) return;
  document.querySelector('textarea')?.focus({ preventScroll: true });
}

function stylePage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html, body, #panel { height: 100%; margin: 0; overflow: hidden; }');
  document.adoptedStyleSheets = [sheet];
}
