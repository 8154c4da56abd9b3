import { useRef, useState, type ReactNode } from 'react';
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
        <BotBubble>
          <p>{texts.greeting}</p>
        </BotBubble>
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
          <BotBubble className="kc-bubble kc-dots">
            <span className="kc-sr">{texts.pending}</span>
            <i />
            <i />
            <i />
          </BotBubble>
        ) : null}
      </div>
      {away ? <LatestButton label={texts.latest} onClick={toEnd} /> : null}
    </div>
  );
}

interface BotBubbleProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** A bubble of the assistant that is not a reply. */
function BotBubble({ className = 'kc-bubble', children }: BotBubbleProps) {
  return (
    <div className="kc-message kc-theirs">
      <BotIcon className="kc-avatar" size={18} aria-hidden="true" />
      <div className={className}>{children}</div>
    </div>
  );
}

function LatestButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className="kc-icon-button kc-latest"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <LatestIcon size={18} aria-hidden="true" />
    </button>
  );
}
