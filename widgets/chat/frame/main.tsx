import { createRoot } from 'react-dom/client';
import { createChat, type Chat } from '../model/chat.ts';
import type { Conversation } from '../model/conversation.ts';
import { serializeConversation, parseConversation } from '../model/stored-conversation.ts';
import { framingSite, metaOf, openChannel } from '../../shared/channel.ts';
import { readToPanel, type ToLoader, type ToPanel } from '../protocol/messages.ts';
import { PanelPage, type PanelSettings } from './panel-page.tsx';
import { createAsk } from './server.ts';

/** How long changes are collected before they are stored, in milliseconds. */
const storeDelayMs = 150;

const pass = metaOf('site-pass');
const hostSite = framingSite();

// In a window of its own there is neither a site nor a loader that stores the conversation.
if (hostSite !== null) start(hostSite);

function start(origin: string): void {
  const root = createRoot(document.querySelector('#panel') as HTMLElement);
  let settings: PanelSettings = { lang: 'uz', theme: 'auto', open: false };
  let chat: Chat | null = null;
  const channel = openChannel<ToPanel, ToLoader>(origin, readToPanel, take);
  stylePage();

  function take(message: ToPanel): void {
    if (message.type === 'start' && !chat) chat = startChat(message.conversation);
    if (message.type === 'start' || message.type === 'appearance') {
      settings = { ...settings, lang: message.lang, theme: message.theme };
    }
    if (message.type === 'start') settings = { ...settings, open: message.open };
    if (message.type === 'open' || message.type === 'close') {
      settings = { ...settings, open: message.type === 'open' };
    }
    if (message.type === 'send') chat?.send(message.text);
    draw();
  }

  function draw(): void {
    if (!chat) return;
    root.render(
      <PanelPage {...settings} chat={chat} pass={pass} onClose={() => channel.post({ type: 'close' })} />,
    );
  }

  function startChat(conversation: string): Chat {
    const store = collectChanges((state) =>
      channel.post({ type: 'keep', text: serializeConversation(state) }),
    );
    const created = createChat({
      ask: createAsk(pass, () => settings.lang),
      start: { ...parseConversation(conversation), online: navigator.onLine },
      onChange(state, before) {
        store(state);
        announceNewMessages(state, before);
      },
    });
    addEventListener('online', () => created.setOnline(true));
    addEventListener('offline', () => created.setOnline(false));
    return created;
  }

  function announceNewMessages(state: Conversation, before: Conversation): void {
    const settled = ({ messages }: Conversation) =>
      messages.filter((message) => message.state !== 'coming').map(({ id }) => id);
    const known = new Set(settled(before));
    for (const { id, sender, state: messageState } of state.messages) {
      if (messageState !== 'coming' && !known.has(id)) channel.post({ type: 'said', by: sender });
    }
  }
}

/** Stores the last of many changes after a delay, or immediately when the page may be closed. */
function collectChanges(store: (state: Conversation) => void): (state: Conversation) => void {
  let latest: Conversation | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (latest) store(latest);
    latest = null;
  }
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, flush, true);
  return (state) => {
    latest = state;
    timer ??= setTimeout(flush, storeDelayMs);
  };
}

function stylePage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html, body, #panel { height: 100%; margin: 0; overflow: hidden; }');
  document.adoptedStyleSheets = [sheet];
}
