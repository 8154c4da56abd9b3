export {
  AskError,
  readResponse,
  streamType,
  type Ask,
  type AskOptions,
  type AskRequest,
} from './model/ask.ts';
export { createChat, type Chat } from './model/chat.ts';
export { noConversation, type Conversation } from './model/conversation.ts';
export { serializeConversation, parseConversation } from './model/stored-conversation.ts';
export { ChatPanel, type ChatPanelProps } from './view/chat-panel.tsx';
export type { Destination, Route } from './view/message-parts.tsx';
export type { ChatTexts } from './view/texts.ts';
