import { useId, useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react';
import type { Chat } from '../model/chat.ts';
import { isPending } from '../model/conversation.ts';
import { defaultLimits, type FileLimits } from '../model/files.ts';
import { ChatHeader } from './chat-header.tsx';
import { ChatLog } from './chat-log.tsx';
import { Composer } from './composer.tsx';
import type { Route } from './message-parts.tsx';
import { OfflineIcon } from './icons.ts';
import { themedStyles } from '../../shared/style/themed-styles.ts';
import messageStyles from './messages.css?inline';
import panelStyles from './panel.css?inline';
import type { ChatTexts } from './texts.ts';
import { useAnnouncement } from './use-announcement.ts';
import { trapTabFocus, useFocus } from './use-focus.ts';

/** The props of the panel, which knows neither the user nor the page nor the server. */
export interface ChatPanelProps {
  /** The conversation; see `createChat`. */
  readonly chat: Chat;
  readonly texts: ChatTexts;
  /** `inherit` takes the colours of the product around it. */
  readonly theme: 'light' | 'dark' | 'auto' | 'inherit';
  readonly open: boolean;
  /** Whether it covers the page, as on a phone. */
  readonly modal: boolean;
  /** Example questions. */
  readonly examples: readonly string[];
  readonly limits?: FileLimits;
  readonly route: Route;
  readonly onClose: () => void;
}

/** The chat panel. It fills its parent, which is 384×520 px or the screen of a phone. */
export function ChatPanel(props: ChatPanelProps) {
  const { chat, texts, theme, open, modal, examples, limits = defaultLimits, route, onClose } = props;
  const conversation = useSyncExternalStore(chat.subscribe, chat.state);
  const pending = isPending(conversation);
  const panel = useRef<HTMLElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  // Adopted before the layout is measured.
  useState(adoptStyles);
  const announcement = useAnnouncement(conversation, texts);
  useFocus({ panel, input, stop }, open, pending);

  const { isConfirming, setConfirming, onKeyDown } = useClearConfirmation(input, onClose);

  return (
    // Not a <dialog>: it stays in place when closed, and the page around it remains usable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      className="kc"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-labelledby={titleId}
      aria-modal={modal}
      data-theme={theme}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <ChatHeader
        {...{ titleId, texts, isConfirming, onClose }}
        onAsk={setConfirming}
        clearable={conversation.messages.length > 0 && !pending}
        onClear={() => {
          chat.clear();
          setConfirming(false);
        }}
      />
      {conversation.online ? null : <OfflineNote text={texts.offline} />}
      <ChatLog
        {...{ conversation, open, examples, texts, route }}
        onAsk={(question) => void chat.send(question)}
        onRetry={chat.retry}
        onDrop={chat.drop}
      />
      <Composer
        draft={conversation.draft}
        {...{ pending, limits, texts }}
        inputRef={input}
        stopRef={stop}
        onWrite={chat.write}
        onSend={chat.send}
        onStop={chat.stop}
      />
      <output className="kc-sr" aria-live="polite">
        {announcement}
      </output>
    </section>
  );
}

/** Whether the user is asked to confirm before the conversation is cleared. Escape cancels that, or closes the panel. */
function useClearConfirmation(input: RefObject<HTMLElement | null>, onClose: () => void) {
  const [isConfirming, setState] = useState(false);

  function setConfirming(next: boolean): void {
    setState(next);
    if (!next) input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    trapTabFocus(event);
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (isConfirming) setConfirming(false);
    else onClose();
  }

  return { isConfirming, setConfirming, onKeyDown };
}

function OfflineNote({ text }: { readonly text: string }) {
  return (
    <p className="kc-offline">
      <OfflineIcon size={15} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

let sheet: CSSStyleSheet | null = null;

/** Adopts the styles of the panel into the page as a constructed sheet, which no content security policy forbids. */
function adoptStyles(): void {
  if (sheet && document.adoptedStyleSheets.includes(sheet)) return;
  sheet ??= new CSSStyleSheet();
  sheet.replaceSync(themedStyles('.kc', `${panelStyles}${messageStyles}`));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
