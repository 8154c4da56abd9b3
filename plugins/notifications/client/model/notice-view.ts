import { generatePath } from 'react-router-dom';
import type { RegisteredNotice } from '#kernel/plugin-api/contract.ts';
import { localizedName, padId } from '#kernel/domain/text/index.ts';
import type { Notification } from '../../contract.ts';

/** The view of a notification: as declared by its plugin, or as unknown. */
export interface NoticeView {
  readonly icon: string;
  readonly urgent: boolean;
  /** The full key of its text, and the values to insert. */
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** The text under the title; may be empty. */
  readonly excerpt: string;
  /** The page of its subject. */
  readonly path: string | null;
}

const unknown: NoticeView = {
  icon: 'bell',
  urgent: false,
  key: 'notifications:unknown',
  values: {},
  excerpt: '',
  path: null,
};

/** Reads the payload under the key of the type; an undeclared or invalid one is still shown. */
export function viewOf(
  notification: Notification,
  notices: readonly RegisteredNotice[],
  language: string,
): NoticeView {
  const notice = notices.find(({ type }) => type === notification.type);
  const read = notice?.payload.safeParse(notification[notification.type]);
  if (!notice || !read?.success) return unknown;
  const { data } = read;
  const id = notice.opens ? Number(data[notice.opens.id]) : null;
  return {
    icon: notice.icon,
    urgent: notice.urgent ?? false,
    key: `${notice.plugin}:notices.${notice.type}.text`,
    values: { ...wordsIn(data, language), ...(id === null ? {} : { number: padId(id) }) },
    excerpt: (notice.excerpt ?? [])
      .map((field) => data[field])
      .filter((text) => typeof text === 'string' && text !== '')
      .join(' '),
    path: notice.path === null || id === null ? null : generatePath(notice.path, { id: String(id), '*': '' }),
  };
}

/** The texts and numbers of a payload; of names in both languages, those in the given one. */
function wordsIn(data: Readonly<Record<string, unknown>>, language: string): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(data)
      .map(([field, value]) => [field, isObject(value) ? localizedName(value, language) : value] as const)
      .filter(
        (entry): entry is [string, string | number] =>
          typeof entry[1] === 'string' || typeof entry[1] === 'number',
      ),
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
