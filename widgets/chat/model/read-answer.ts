import { isRecord } from '#kernel/domain/values/is-record.ts';
import { isOwnPath } from '#kernel/domain/values/own-path.ts';
import { emptyAnswer, type Answer, type Contact, type Source } from './conversation.ts';

/**
 * Parses an answer leniently: `{message}` alone is valid, as other servers send it. Returns null for anything
 * else. Leaves out paths to other sites.
 */
export function readAnswer(value: unknown): Answer | null {
  if (!isRecord(value)) return null;
  const text = value['message'] ?? value['text'];
  if (typeof text !== 'string') return null;
  return {
    ...emptyAnswer,
    text: text.slice(0, 20_000),
    redirect: readPath(value['redirect']),
    sources: listOf(value['sources'], readSource),
    contact: readContact(value['contact']),
    suggestions: listOf(value['suggestions'], (one) =>
      typeof one === 'string' && one.trim() !== '' ? one.slice(0, 300) : null,
    ),
    generated: value['generated'] === true,
  };
}

function readSource(value: unknown): Source | null {
  if (!isRecord(value) || typeof value['title'] !== 'string') return null;
  return {
    title: value['title'].slice(0, 300),
    path: readPath(value['path']),
  };
}

/** A path of the product; null for anything else. */
function readPath(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 500 && isOwnPath(value) ? value : null;
}

function readContact(value: unknown): Contact | null {
  if (!isRecord(value)) return null;
  const word = (key: string) => (typeof value[key] === 'string' ? value[key].slice(0, 300) : '');
  const contact = {
    name: word('name'),
    phone: word('phone'),
    address: word('address'),
    hours: word('hours'),
  };
  return Object.values(contact).some((one) => one !== '') ? contact : null;
}

function listOf<Item>(value: unknown, read: (one: unknown) => Item | null): Item[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, 20)
    .map(read)
    .filter((one) => one !== null);
}
