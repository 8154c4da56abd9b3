import { floatingSlot, topBarSlot } from '#kernel/plugin-api/contract.ts';
import { defineClient, extend, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { chat } from '../manifest.ts';
import { TopBarButton } from './floating/assistant-button.tsx';
import { Assistant } from './floating/assistant.tsx';
import { clearConversations } from './floating/conversation-storage.ts';
import { documents } from './data/queries.ts';

/** The client module of the assistant: its floating panel and the pages of its knowledge base. */
export const chatClient = defineClient(chat, {
  pages: {
    entries: lazyPage(async () => (await import('./pages/entries-page.tsx')).EntriesPage),
    add: lazyPage(async () => (await import('./pages/add-page.tsx')).AddPage),
    edit: lazyPage(async () => (await import('./pages/edit-page.tsx')).EditPage),
  },
  extensions: [extend(floatingSlot, Assistant), extend(topBarSlot, TopBarButton)],
  start(context) {
    context.onStop(clearConversations());
    context.on('chat_entry_change', followRecords('chat-entries', documents.page));
  },
});
