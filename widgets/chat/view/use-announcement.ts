import { useEffect, useRef, useState } from 'react';
import { readRichText } from '../model/rich-text.ts';
import type { Conversation, Message } from '../model/conversation.ts';
import { failureText } from './user-bubble.tsx';
import type { ChatTexts } from './texts.ts';

/**
 * Returns the announcement for screen readers: a complete reply, a failure, a lost and a restored connection; not earlier
 * messages, nor a reply that is still being written.
 */
export function useAnnouncement(conversation: Conversation, texts: ChatTexts): string {
  const [announcement, announce] = useState('');
  const before = useRef(conversation);
  useEffect(() => {
    const now = conversation;
    const then = before.current;
    before.current = now;
    if (now === then) return;
    if (now.online !== then.online) announce(now.online ? texts.connectionRestored : texts.offline);
    for (const message of now.messages) {
      const earlier = then.messages.find(({ id }) => id === message.id);
      const text = earlier === message ? null : announcementFor(message, texts);
      if (text !== null && (earlier === undefined || announcementFor(earlier, texts) !== text))
        announce(text);
    }
  }, [conversation, texts]);
  return announcement;
}

function announcementFor(message: Message, texts: ChatTexts): string | null {
  if (message.sender === 'user') {
    if (message.state === 'sending') return texts.pending;
    return message.failure ? failureText(message.failure, texts) : null;
  }
  if (message.state === 'coming') return null;
  return `${texts.bot}: ${plainText(message.text)}`;
}

/** The text of an answer without its marks. */
function plainText(text: string): string {
  const lines = readRichText(text).flatMap((block) => (block.kind === 'list' ? block.items : block.lines));
  return lines
    .map((line) => line.map((piece) => (piece.kind === 'source' ? '' : piece.text)).join(''))
    .join('\n');
}
