import { authorshipFields, recordDocument, recordsDocument } from '#kernel/records/client/index.ts';
import type { Entry } from '../contract.ts';

const fields = `uz { name asks text } ru { name asks text } audience path enabled shipped changed ${authorshipFields}`;
const source = { type: 'ChatEntry', path: 'chatbot/entries', fields } as const;

/** A page of entries. */
export const entriesDocument = recordsDocument<Entry>(source);

/** One entry. */
export const entryDocument = recordDocument<Entry>(source);
