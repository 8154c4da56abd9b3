/** A source of an answer; `path` is a page of the product, null if the user may not open one. */
export interface Source {
  readonly title: string;
  readonly path: string | null;
}

/** The contact for questions that the assistant cannot answer. */
export interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly hours: string;
}

/** An answer of the assistant. */
export interface Answer {
  readonly text: string;
  /** The page where the user can do what they asked about; a path of the product. */
  readonly redirect: string | null;
  readonly sources: readonly Source[];
  readonly contact: Contact | null;
  /** Further questions that the assistant could answer. */
  readonly suggestions: readonly string[];
  /** Whether a language model wrote the text. */
  readonly generated: boolean;
}

/** The name and size of a file; its content is not sent. */
export interface NamedFile {
  readonly name: string;
  readonly size: number;
}

/** Why a question has no answer. */
export interface Failure {
  /** `failed`: an error; `limited`: too many questions; `refused`: not on this site; `stopped`: by the user. */
  readonly kind: 'failed' | 'limited' | 'refused' | 'stopped';
  /** The server's message for the user, if any. */
  readonly text: string | null;
  /** When the question may be sent again, as a `Date.now()` value. */
  readonly retryAt: number | null;
}

/** A question of the user. */
export interface UserMessage {
  readonly id: string;
  readonly sender: 'user';
  readonly text: string;
  readonly files: readonly NamedFile[];
  readonly at: number;
  /** `queued` waits for the connection or for its turn, `sending` for its reply. */
  readonly state: 'queued' | 'sending' | 'sent' | 'failed';
  readonly failure: Failure | null;
}

/** A reply of the assistant; its id is that of the question with `.a` appended. */
export interface Reply extends Answer {
  readonly id: string;
  readonly sender: 'bot';
  readonly at: number;
  /** `coming` while the answer is still being written. */
  readonly state: 'coming' | 'whole' | 'stopped';
}

export type Message = UserMessage | Reply;

/** The state of the panel. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** The unsent text. */
  readonly draft: string;
  readonly online: boolean;
}

/** Every change of a conversation. */
export type ConversationChange =
  | { readonly type: 'write'; readonly text: string }
  | {
      readonly type: 'ask';
      readonly id: string;
      readonly text: string;
      readonly files: readonly NamedFile[];
      readonly at: number;
    }
  | { readonly type: 'begin'; readonly id: string }
  | { readonly type: 'text'; readonly id: string; readonly text: string; readonly at: number }
  | { readonly type: 'answer'; readonly id: string; readonly answer: Answer; readonly at: number }
  | { readonly type: 'fail'; readonly id: string; readonly failure: Failure }
  /** The connection was lost before the reply: the question waits for it to return. */
  | { readonly type: 'wait'; readonly id: string }
  | { readonly type: 'stop'; readonly id: string }
  | { readonly type: 'retry'; readonly id: string }
  | { readonly type: 'drop'; readonly id: string }
  | { readonly type: 'line'; readonly online: boolean }
  | { readonly type: 'clear' };

/** The maximum number of stored messages; older ones are removed. */
export const maxMessages = 200;

/** An empty conversation. */
export const noConversation: Conversation = { messages: [], draft: '', online: true };

/** The conversation after a change; an impossible change has no effect. */
export function reduce(state: Conversation, change: ConversationChange): Conversation {
  switch (change.type) {
    case 'write':
      return change.text === state.draft ? state : { ...state, draft: change.text };
    case 'ask':
      return ask(state, change);
    case 'begin':
      return isPending(state) ? state : move(state, change.id, ['queued'], { state: 'sending' });
    case 'text':
      return grow(state, change);
    case 'answer':
      return finish(state, change);
    case 'fail':
      return withoutReply(
        move(state, change.id, ['sending'], { state: 'failed', failure: change.failure }),
        change.id,
      );
    case 'wait':
      return withoutReply(move(state, change.id, ['sending'], { state: 'queued' }), change.id);
    case 'stop':
      return stop(state, change.id);
    case 'retry':
      return move(state, change.id, ['failed'], { state: 'queued', failure: null });
    case 'drop':
      return drop(state, change.id);
    case 'line':
      return change.online === state.online ? state : { ...state, online: change.online };
    case 'clear':
      return isPending(state) ? state : { ...state, messages: [] };
  }
}

/** Whether a reply is pending: no question can be sent then. */
export function isPending(state: Conversation): boolean {
  return state.messages.some((message) => message.state === 'sending');
}

/** The question to send next, if the browser is online and no reply is pending. */
export function nextQuestion(state: Conversation): UserMessage | null {
  if (!state.online || isPending(state)) return null;
  return questionsOf(state).find((question) => question.state === 'queued') ?? null;
}

/** Whether there is anything to send: a text that is not blank, or a file. */
export function isSendable(text: string, files: readonly unknown[]): boolean {
  return text.trim() !== '' || files.length > 0;
}

/** The id of the reply to a question. */
export function replyIdOf(questionId: string): string {
  return `${questionId}.a`;
}

function questionsOf(state: Conversation): UserMessage[] {
  return state.messages.filter((message) => message.sender === 'user');
}

function ask(state: Conversation, change: Extract<ConversationChange, { type: 'ask' }>): Conversation {
  const { id, text, files, at } = change;
  const known = state.messages.some((message) => message.id === id);
  if (known || !isSendable(text, files)) return state;
  const question: UserMessage = {
    id,
    sender: 'user',
    text: text.trim(),
    files,
    at,
    state: 'queued',
    failure: null,
  };
  return { ...state, messages: [...state.messages, question].slice(-maxMessages) };
}

/** Changes a question that is in one of these states. */
function move(
  state: Conversation,
  id: string,
  from: readonly UserMessage['state'][],
  part: Partial<UserMessage>,
): Conversation {
  const found = questionsOf(state).find((question) => question.id === id && from.includes(question.state));
  if (!found) return state;
  return {
    ...state,
    messages: state.messages.map((message) => (message === found ? { ...found, ...part } : message)),
  };
}

function isSending(state: Conversation, id: string): boolean {
  return questionsOf(state).some((question) => question.id === id && question.state === 'sending');
}

function grow(
  state: Conversation,
  { id, text, at }: Extract<ConversationChange, { type: 'text' }>,
): Conversation {
  if (!isSending(state, id) || text === '') return state;
  return putReply(state, id, (before) => ({
    ...emptyAnswer,
    ...before,
    id: replyIdOf(id),
    sender: 'bot',
    at: before?.at ?? at,
    text: (before?.text ?? '') + text,
    state: 'coming',
  }));
}

function finish(state: Conversation, change: Extract<ConversationChange, { type: 'answer' }>): Conversation {
  const { id, answer, at } = change;
  if (!isSending(state, id)) return state;
  const sent = move(state, id, ['sending'], { state: 'sent', failure: null });
  return putReply(sent, id, (before) => ({
    ...answer,
    id: replyIdOf(id),
    sender: 'bot',
    at: before?.at ?? at,
    state: 'whole',
  }));
}

/** Keeps the reply written so far; without any, the question may be sent again. */
function stop(state: Conversation, id: string): Conversation {
  if (!isSending(state, id)) return state;
  const reply = state.messages.find((message) => message.id === replyIdOf(id));
  if (!reply || reply.sender !== 'bot') {
    const failure: Failure = { kind: 'stopped', text: null, retryAt: null };
    return move(state, id, ['sending'], { state: 'failed', failure });
  }
  const sent = move(state, id, ['sending'], { state: 'sent' });
  return putReply(sent, id, () => ({ ...reply, state: 'stopped' }));
}

function drop(state: Conversation, id: string): Conversation {
  const gone = questionsOf(state).find(
    (question) => question.id === id && (question.state === 'queued' || question.state === 'failed'),
  );
  if (!gone) return state;
  // The text becomes the draft again, unless there is another draft.
  const draft = state.draft.trim() === '' ? gone.text : state.draft;
  return { ...state, draft, messages: state.messages.filter((message) => message !== gone) };
}

/** Inserts the reply after its question, or replaces its earlier version. */
function putReply(state: Conversation, id: string, make: (before: Reply | undefined) => Reply): Conversation {
  const before = state.messages.find((message) => message.id === replyIdOf(id)) as Reply | undefined;
  const reply = make(before);
  if (before) {
    return {
      ...state,
      messages: state.messages.map((message) => (message === before ? reply : message)),
    };
  }
  const at = state.messages.findIndex((message) => message.id === id) + 1;
  return { ...state, messages: state.messages.toSpliced(at, 0, reply) };
}

function withoutReply(state: Conversation, id: string): Conversation {
  const left = state.messages.filter((message) => message.id !== replyIdOf(id));
  return left.length === state.messages.length ? state : { ...state, messages: left };
}

/** An answer without text. */
export const emptyAnswer: Answer = {
  text: '',
  redirect: null,
  sources: [],
  contact: null,
  suggestions: [],
  generated: false,
};
