import { isRecord } from '#kernel/domain/values/is-record.ts';
import { readAnswer } from './read-answer.ts';
import {
  maxMessages,
  noConversation,
  type Conversation,
  type Failure,
  type Message,
  type NamedFile,
} from './conversation.ts';

const version = 1;

/** Serializes a conversation, so that it survives a reload. */
export function serializeConversation({ messages, draft }: Conversation): string {
  return JSON.stringify({ version, draft, messages });
}

/**
 * Parses a stored conversation and keeps only valid parts. A question that waited for its reply is sent
 * again; an unfinished reply is dropped.
 */
export function parseConversation(text: string | null): Conversation {
  if (text === null) return noConversation;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return noConversation;
  }
  if (!isRecord(stored) || stored['version'] !== version || !Array.isArray(stored['messages'])) {
    return noConversation;
  }
  const messages = stored['messages'].slice(-maxMessages).flatMap(readMessage);
  const ids = new Set(messages.map(({ id }) => id));
  if (ids.size !== messages.length) return noConversation;
  return { ...noConversation, messages, draft: textOf(stored['draft']) };
}

function readMessage(value: unknown): Message[] {
  if (!isRecord(value)) return [];
  const { id, at, sender, state } = value;
  if (typeof id !== 'string' || !/^[\w.-]{1,80}$/.test(id)) return [];
  if (typeof at !== 'number' || !Number.isFinite(at)) return [];
  if (sender === 'bot') {
    const answer = readAnswer(value);
    if (!answer || state === 'coming') return [];
    return [{ ...answer, id, at, sender: 'bot', state: state === 'stopped' ? 'stopped' : 'whole' }];
  }
  if (sender !== 'user' || typeof value['text'] !== 'string') return [];
  const settled = state === 'sent' || state === 'failed' ? state : 'queued';
  return [
    {
      id,
      at,
      sender: 'user',
      text: textOf(value['text']),
      files: Array.isArray(value['files']) ? value['files'].flatMap(readFile) : [],
      state: settled,
      failure: settled === 'failed' ? readFailure(value['failure']) : null,
    },
  ];
}

function readFile(value: unknown): NamedFile[] {
  if (!isRecord(value) || typeof value['name'] !== 'string' || typeof value['size'] !== 'number') return [];
  return [{ name: value['name'].slice(0, 300), size: value['size'] }];
}

function readFailure(value: unknown): Failure {
  const { kind, text, retryAt } = isRecord(value) ? value : {};
  const kinds: readonly Failure['kind'][] = ['failed', 'limited', 'refused', 'stopped'];
  return {
    kind: kinds.find((one) => one === kind) ?? 'failed',
    text: typeof text === 'string' ? text : null,
    retryAt: typeof retryAt === 'number' ? retryAt : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 20_000) : '';
}
