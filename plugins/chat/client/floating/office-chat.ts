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
import { apiAddress, commonHeaders, reportUnauthorized } from '#kernel/plugin-api/client.ts';
import { onSessionEnd, readConversation, writeConversation } from './conversation-storage.ts';

/** The conversation of the signed-in admin; it continues while the panel is closed and the page changes. */
let current: { readonly adminId: number; readonly chat: Chat; readonly end: () => void } | null = null;

/** The conversation of an admin, restored from storage. */
export function chatOf(adminId: number, ask: Ask): Chat {
  if (current?.adminId === adminId) return current.chat;
  endChat();
  onSessionEnd(endChat);
  const chat = createChat({
    ask,
    start: { ...parseConversation(readConversation(adminId)), online: navigator.onLine },
    onChange: (state) => writeConversation(adminId, serializeConversation(state)),
  });
  const updateOnline = () => chat.setOnline(navigator.onLine);
  addEventListener('online', updateOnline);
  addEventListener('offline', updateOnline);
  current = {
    adminId,
    chat,
    end() {
      removeEventListener('online', updateOnline);
      removeEventListener('offline', updateOnline);
      chat.dispose();
    },
  };
  return chat;
}

/** Ends the open conversation; the stored copy remains. */
function endChat(): void {
  current?.end();
  current = null;
}

/**
 * Queries our server as the signed-in admin; a server without the capability `chat.dialogue` receives only
 * the message.
 */
export function createOfficeAsk(dialogue: boolean): Ask {
  return async ({ text, files, history }, options) => {
    const common = commonHeaders();
    const body = dialogue ? { message: text, history, ...(files > 0 ? { files } : {}) } : { message: text };
    const response = await fetchAnswer(options.signal, {
      method: 'POST',
      headers: {
        ...common,
        Accept: dialogue ? `${streamType}, application/json` : 'application/json',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: options.signal,
    });
    reportUnauthorized(response.status, common['Authorization']);
    return readResponse(response, options);
  };
}

async function fetchAnswer(signal: AbortSignal, init: RequestInit): Promise<Response> {
  try {
    return await fetch(apiAddress('chatbot'), init);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AskError('network');
  }
}
