import { createRoot } from 'react-dom/client';
import { createChat, type Chat } from '../model/chat.ts';
import type { Conversation } from '../model/conversation.ts';
import { serializeConversation, parseConversation } from '../model/stored-conversation.ts';
import type { ToPanel } from '../protocol/messages.ts';
import { openChannel } from './channel.ts';
import { PanelPage, type PanelSettings } from './panel-page.tsx';
import { createAsk } from './server.ts';

/** How long changes are collected before they are stored, in milliseconds. */
const keepPause = 150;

const pass = document.querySelector<HTMLMetaElement>('meta[name="site-pass"]')?.content ?? '';
const site = new URLSearchParams(location.search).get('site');

// In a window of its own there is neither a site nor a loader that stores the conversation.
if (parent !== window && site !== null) start(site);

function start(origin: string): void {
  const root = createRoot(document.querySelector('#panel') as HTMLElement);
  let settings: PanelSettings = { lang: 'uz', theme: 'auto', open: false };
  let chat: Chat | null = null;
  const channel = openChannel(origin, location.hash.slice(1), take);
  stylePage();

  function take(message: ToPanel): void {
    if (message.type === 'start' && !chat) chat = begin(message.conversation);
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

  function begin(conversation: string): Chat {
    const keep = keeper((state) => channel.post({ type: 'keep', text: serializeConversation(state) }));
    const made = createChat({
      ask: createAsk(pass, () => settings.lang),
      start: { ...parseConversation(conversation), online: navigator.onLine },
      onChange(state, before) {
        keep(state);
        announceNewMessages(state, before);
      },
    });
    addEventListener('online', () => made.setOnline(true));
    addEventListener('offline', () => made.setOnline(false));
    return made;
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

/** Stores the last of many changes; at once when the page may be closed. */
function keeper(keep: (state: Conversation) => void): (state: Conversation) => void {
  let waiting: Conversation | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) keep(waiting);
    waiting = null;
  }
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, flush, true);
  return (state) => {
    waiting = state;
    timer ??= setTimeout(flush, keepPause);
  };
}

function stylePage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html, body, #panel { height: 100%; margin: 0; overflow: hidden; }');
  document.adoptedStyleSheets = [sheet];
}
