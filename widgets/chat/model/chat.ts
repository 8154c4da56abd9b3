import { AskError, type Ask, type Turn } from './ask.ts';
import {
  isPending,
  isSendable,
  nextQuestion,
  reduce,
  type ConversationChange,
  type Conversation,
  type Failure,
  type NamedFile,
  type UserMessage,
} from './conversation.ts';

/** How much of the conversation is sent with a question. */
const historyLimits = { turns: 6, characters: 4000 } as const;

/** The longest question, in characters. */
export const maxQuestionLength = 1000;

/** How a chat reaches the assistant, and where it starts. */
interface ChatOptions {
  readonly ask: Ask;
  /** The conversation to continue, such as after a reload. */
  readonly start: Conversation;
  readonly now?: () => number;
  /** Receives every change, such as to store it. */
  readonly onChange?: (state: Conversation, before: Conversation) => void;
}

/** Holds a conversation and sends one question at a time while the browser is online. */
export interface Chat {
  readonly state: () => Conversation;
  readonly subscribe: (listener: () => void) => () => void;
  write(text: string): void;
  /** Returns whether the question was accepted; a draft of the same text is cleared then. */
  send(text: string, files?: readonly NamedFile[]): boolean;
  /** As `send`, for a question that is not the draft: where a reply is pending, it waits for its turn. */
  enqueue(text: string): boolean;
  /** Aborts the pending reply. */
  stop(): void;
  retry(id: string): void;
  /** Removes an unanswered question; its text becomes the draft. */
  drop(id: string): void;
  clear(): void;
  setOnline(online: boolean): void;
  /** Aborts everything; a chat that continues the stored conversation sends the pending question again. */
  dispose(): void;
}

/** Creates a chat. It sends nothing before it has a subscriber. */
// Over 60 lines: short functions that share the state and the pending reply of one chat.
export function createChat({ ask, start, now = Date.now, onChange }: ChatOptions): Chat {
  const listeners = new Set<() => void>();
  let state = start;
  let pending: { readonly id: string; readonly abort: AbortController } | null = null;
  let disposed = false;

  function change(next: ConversationChange): void {
    const before = state;
    state = reduce(state, next);
    if (state === before) return;
    onChange?.(state, before);
    for (const listener of listeners) listener();
    sendNext();
  }

  function sendNext(): void {
    const question = disposed || pending ? null : nextQuestion(state);
    if (!question) return;
    pending = { id: question.id, abort: new AbortController() };
    const { signal } = pending.abort;
    change({ type: 'begin', id: question.id });
    void sendQuestion(question, signal);
  }

  async function sendQuestion(question: UserMessage, signal: AbortSignal): Promise<void> {
    const { id, text, files } = question;
    const request = { text, files: files.length, history: historyBefore(state, id) };
    try {
      const answer = await ask(request, {
        signal,
        onText: (piece) => signal.aborted || change({ type: 'text', id, text: piece, at: now() }),
      });
      settle(signal, { type: 'answer', id, answer, at: now() });
    } catch (error) {
      settle(signal, failureOf(error, id));
    }
  }

  function settle(signal: AbortSignal, outcome: ConversationChange): void {
    if (signal.aborted) return;
    pending = null;
    change(outcome);
  }

  function failureOf(error: unknown, id: string): ConversationChange {
    const known = error instanceof AskError ? error : new AskError('failed');
    if (known.kind === 'network' && !state.online) return { type: 'wait', id };
    const kind: Failure['kind'] = known.kind === 'network' ? 'failed' : known.kind;
    const retryAt = known.retryAfter === null ? null : now() + known.retryAfter * 1000;
    return { type: 'fail', id, failure: { kind, text: known.text, retryAt } };
  }

  function askQuestion(text: string, files: readonly NamedFile[]): boolean {
    if (disposed || !isSendable(text, files) || text.trim().length > maxQuestionLength) return false;
    change({ type: 'ask', id: newId(now()), text, files, at: now() });
    return true;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      sendNext();
      return () => void listeners.delete(listener);
    },
    write: (text) => change({ type: 'write', text }),
    send(text, files = []) {
      if (isPending(state) || !askQuestion(text, files)) return false;
      if (state.draft.trim() === text.trim()) change({ type: 'write', text: '' });
      return true;
    },
    enqueue: (text) => askQuestion(text, []),
    stop() {
      if (!pending) return;
      const { id, abort } = pending;
      abort.abort();
      pending = null;
      change({ type: 'stop', id });
    },
    retry: (id) => change({ type: 'retry', id }),
    drop: (id) => change({ type: 'drop', id }),
    clear: () => change({ type: 'clear' }),
    setOnline: (online) => change({ type: 'line', online }),
    dispose() {
      disposed = true;
      pending?.abort.abort();
      pending = null;
      listeners.clear();
    },
  };
}

/** The last answered turns before a question. */
function historyBefore({ messages }: Conversation, id: string): Turn[] {
  const upTo = messages.findIndex((message) => message.id === id);
  return messages
    .slice(0, Math.max(0, upTo))
    .filter(({ state, text }) => text !== '' && (state === 'sent' || state === 'whole'))
    .slice(-historyLimits.turns)
    .map(({ sender, text }) => ({ sender, text: text.slice(0, historyLimits.characters) }));
}

let lastId = 0;

function newId(now: number): string {
  lastId += 1;
  return `${now.toString(36)}-${lastId}-${Math.floor(Math.random() * 2 ** 30).toString(36)}`;
}
