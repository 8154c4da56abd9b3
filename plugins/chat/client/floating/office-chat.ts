import {
  AskError,
  createChat,
  serializeConversation,
  parseConversation,
  readResponse,
  streamType,
  type Ask,
  type Chat,
} from '#widgets/chat/index.ts';
import { apiAddress, commonHeaders, refuse } from '#kernel/client/data/request.ts';
import { onSessionOver, readConversation, writeConversation } from './kept-conversations.ts';

/** The conversation of the admin who is signed in; it goes on while the panel is closed and the page changes. */
let current: { readonly adminId: number; readonly chat: Chat; readonly end: () => void } | null = null;

/** Gives the conversation of an admin, going on where it was. */
export function chatOf(adminId: number, ask: Ask): Chat {
  if (current?.adminId === adminId) return current.chat;
  endChat();
  onSessionOver(endChat);
  const chat = createChat({
    ask,
    start: { ...parseConversation(readConversation(adminId)), online: navigator.onLine },
    onChange: (state) => writeConversation(adminId, serializeConversation(state)),
  });
  const follow = () => chat.setOnline(navigator.onLine);
  addEventListener('online', follow);
  addEventListener('offline', follow);
  current = {
    adminId,
    chat,
    end() {
      removeEventListener('online', follow);
      removeEventListener('offline', follow);
      chat.dispose();
    },
  };
  return chat;
}

/** What is kept of it stays. */
function endChat(): void {
  current?.end();
  current = null;
}

/** Asks our server in the admin's name. One that knows nothing beyond the specification is sent nothing beyond it. */
export function askAs(dialogue: boolean): Ask {
  return async ({ text, files, history }, hands) => {
    const common = commonHeaders();
    const body = dialogue ? { message: text, history, ...(files > 0 ? { files } : {}) } : { message: text };
    const response = await attempt(hands.signal, {
      method: 'POST',
      headers: {
        ...common,
        Accept: dialogue ? `${streamType}, application/json` : 'application/json',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: hands.signal,
    });
    refuse(response.status, common['Authorization']);
    return readResponse(response, hands);
  };
}

async function attempt(signal: AbortSignal, init: RequestInit): Promise<Response> {
  try {
    return await fetch(apiAddress('chatbot'), init);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AskError('network');
  }
}
