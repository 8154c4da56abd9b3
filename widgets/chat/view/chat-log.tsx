import { useRef, useState } from 'react';
import { isPending, type Conversation } from '../model/conversation.ts';
import { Suggestions, type Route } from './message-parts.tsx';
import { BotIcon, LatestIcon } from './icons.ts';
import { UserBubble } from './user-bubble.tsx';
import { ReplyBubble } from './reply-bubble.tsx';
import type { ChatTexts } from './texts.ts';
import { useAutoScroll } from './use-auto-scroll.ts';

interface ChatLogProps {
  readonly conversation: Conversation;
  readonly open: boolean;
  readonly examples: readonly string[];
  readonly texts: ChatTexts;
  readonly route: Route;
  readonly onAsk: (question: string) => void;
  readonly onRetry: (id: string) => void;
  readonly onDrop: (id: string) => void;
}

/** The messages, newest last. */
export function ChatLog(props: ChatLogProps) {
  const { conversation, open, examples, texts, route, onAsk, onRetry, onDrop } = props;
  const { messages, online } = conversation;
  const log = useRef<HTMLDivElement>(null);
  const question = messages.findLast(({ sender }) => sender === 'user')?.id;
  const { away, onScroll, toEnd } = useAutoScroll(log, question, open);
  const pending = isPending(conversation);
  const [opened] = useState(() => Date.now());
  const now = Math.max(opened, messages.at(-1)?.at ?? 0);
  const coming = messages.some(({ state }) => state === 'coming');
  return (
    <div className="kc-middle">
      <div
        ref={log}
        className="kc-log"
        role="log"
        // The live region beside it announces complete replies.
        aria-live="off"
        aria-label={texts.log}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className="kc-message kc-theirs">
          <BotIcon className="kc-avatar" size={18} aria-hidden="true" />
          <div className="kc-bubble">
            <p>{texts.greeting}</p>
          </div>
        </div>
        {messages.length === 0 ? (
          <Suggestions label={texts.examples} questions={examples} disabled={pending} onAsk={onAsk} />
        ) : null}
        <ol className="kc-messages">
          {messages.map((message, index) =>
            message.sender === 'user' ? (
              <UserBubble
                key={message.id}
                {...{ message, online, pending, now, texts }}
                onRetry={() => onRetry(message.id)}
                onDrop={() => onDrop(message.id)}
              />
            ) : (
              <ReplyBubble
                key={message.id}
                {...{ reply: message, pending, now, texts, route, onAsk }}
                last={index === messages.length - 1}
              />
            ),
          )}
        </ol>
        {pending && !coming ? (
          <div className="kc-message kc-theirs">
            <BotIcon className="kc-avatar" size={18} aria-hidden="true" />
            <div className="kc-bubble kc-dots">
              <span className="kc-sr">{texts.pending}</span>
              <i />
              <i />
              <i />
            </div>
          </div>
        ) : null}
      </div>
      {away ? (
        <button
          type="button"
          className="kc-icon-button kc-latest"
          aria-label={texts.latest}
          title={texts.latest}
          onClick={toEnd}
        >
          <LatestIcon size={18} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
