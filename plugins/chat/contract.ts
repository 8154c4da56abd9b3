import { z } from 'zod';
import {
  defineRecord,
  personal,
  type RecordBodyOf,
  type RecordOf,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import { languages } from '#kernel/domain/text/languages.ts';

/*
 * `POST chatbot`: a question to the assistant.
 *
 * Open to any signed-in admin; and, without a token, to visitors of the sites that the deployment lists in
 * `allowedOrigins`, unless the plugin's setting `visitors` is off. Such a call comes from a page of that site, by its
 * origin, or from the widget's page there, by its pass. Everyone else gets a 401.
 *
 * An existing backend knows `{message}` alone: whatever stands beside it is sent only where the server announces the
 * capability `chat.dialogue`.
 *
 * Errors come as everywhere, `{err, message, code}` with the text in the language of `Accept-Language`:
 * 401 `unauthenticated` · 403 `forbidden` for a pass that is not valid · 422 `invalid` · 429 `too_many_questions` with
 * `Retry-After` · 503.
 */

/** The longest question, in characters. */
export const longestQuestion = 1000;

/** How many turns of the conversation may go along, and how long each may be. */
export const longestHistory = { turns: 6, characters: 4000 } as const;

/** Limits of the composer: files are named to the assistant and never sent, since it does not read them. */
export const fileLimits = { count: 5, bytes: 10 * 1024 * 1024 } as const;

/** One earlier turn. The server stores no conversation: the client sends the last turns with each question. */
export const turnSchema = z.strictObject({
  sender: z.enum(['user', 'bot']),
  text: z.string().max(longestHistory.characters),
});
export type Turn = z.infer<typeof turnSchema>;

/** Body of `POST chatbot`. With files alone `message` may be empty. */
export const chatbotBodySchema = z
  .strictObject({
    message: z.string().trim().max(longestQuestion),
    /** The language of the panel; the one of `Accept-Language` when absent. A question in the other is answered in the other. */
    lang: z.enum(languages).optional(),
    history: z.array(turnSchema).max(longestHistory.turns).default([]),
    /** How many files the asker has chosen; the answer says that they are not read, and where such a file belongs. */
    files: z.int().min(0).max(fileLimits.count).default(0),
  })
  .refine(({ message, files }) => message !== '' || files > 0, {
    path: ['message'],
    params: { key: 'chat:validation.message' },
  });
export type ChatbotBody = z.input<typeof chatbotBodySchema>;

/** The source of an answer. `path` is a page that the user may open, or null. */
export const sourceSchema = z.object({ title: z.string(), path: z.string().nullable() });
export type Source = z.infer<typeof sourceSchema>;

/** People who help where the assistant cannot, as the deployment names them. */
export const contactSchema = z.object({
  name: z.string(),
  phone: personal('phone', z.string()),
  address: z.string(),
  hours: z.string(),
});
export type Contact = z.infer<typeof contactSchema>;

/**
 * Answer of `POST chatbot`. `message` is text with four marks and no other: paragraphs after an empty line, lines that begin
 * with `- ` or `1. `, `**strong**`, and `[1]`, the number of a source. Draw it as text; there is no HTML and no link in it.
 */
export const chatbotResponseSchema = z.object({
  message: z.string(),
  /** The page of the action in question, within the user's rights: `/applications/accept`. */
  redirect: z.string().nullable(),
  sources: z.array(sourceSchema),
  /** False: nothing was found, as `message` explains, and `contact` names people if the deployment has set them. */
  known: z.boolean(),
  /** The language of `message`. */
  lang: z.enum(languages),
  contact: contactSchema.nullable(),
  /** Questions that it could answer, to be offered as buttons: near ones where it does not know. */
  suggestions: z.array(z.string()),
  /** Whether the words are a model's, made of the sources; else they are those of the knowledge base. */
  generated: z.boolean(),
});
export type ChatbotResponse = z.infer<typeof chatbotResponseSchema>;

/** The media type that requests a streamed answer by `Accept`; all other callers get JSON. */
export const streamType = 'application/x-ndjson';

/**
 * A line of the streamed answer, each a JSON object and a `\n`. Any number of `text` lines, to be shown one after the other
 * while they come, and then exactly one `answer`, which replaces them: a model that breaks off, or says what it may not, is
 * replaced by the knowledge base's own words. A stream that ends without an `answer` was cut: offer to ask again.
 */
export const streamLineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('answer'), answer: chatbotResponseSchema }),
]);
export type StreamLine = z.infer<typeof streamLineSchema>;

/** Query of `GET chatbot/suggestions`, open to the same askers as `POST chatbot`. */
export const suggestionsQuerySchema = z.strictObject({ lang: z.enum(languages).optional() });

/** Answer of `GET chatbot/suggestions`: a few questions to begin with, which this asker may ask. */
export const suggestionsSchema = z.object({ questions: z.array(z.string()) });
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** The readers of an entry: everyone, admins, or super admins. */
export const audiences = ['public', 'staff', 'super_admin'] as const;
export type Audience = (typeof audiences)[number];

const entryShape = {
  audience: z.enum(audiences),
  /** The page of Ko‘mak to which the answer leads. */
  path: z
    .string()
    .trim()
    .max(300)
    .refine(isPage, { params: { key: 'chat:validation.path' } })
    .nullable(),
  /** Whether the assistant answers with it. */
  enabled: z.boolean(),
} as const;

/** An entry of the knowledge base: in each language the question as its name, other ways to ask, one a line, and the answer. */
export const entry = defineRecord({
  plugin: 'chat',
  prefixes: { list: 'chat-entries', action: 'chat.entry' },
  name: 'chat_entry',
  type: 'ChatEntry',
  table: 'chat_entries',
  path: 'chatbot/entries',
  page: '/assistant/entries',
  access: superAdmin,
  uniqueWithin: false,
  optionFields: false,
  texts: { asks: z.string().trim().max(2000).default(''), text: z.string().trim().min(1).max(4000) },
  input: entryShape,
  fields: {
    ...entryShape,
    /** `<plugin>/<key>` of an entry that is shipped; null for the deployment's own. */
    shipped: z.string().nullable(),
    /** Whether a shipped entry was changed. */
    changed: z.boolean(),
  },
  filters: {
    audience: z.enum(audiences).optional(),
    /** `shipped` as it came, `changed` by a super admin, `own` to the deployment. */
    origin: z.enum(['shipped', 'changed', 'own']).optional(),
    enabled: z.enum(['true', 'false']).optional(),
  },
  calls: {
    list: 'A page of the assistant’s knowledge base',
    detail: 'An entry of the assistant’s knowledge base',
    create: 'Adds an entry to the assistant’s knowledge base',
    update: 'Changes an entry of the assistant’s knowledge base',
    remove: 'Deletes an entry of the deployment’s own',
  },
});
export type Entry = RecordOf<typeof entry>;
export type EntryBody = RecordBodyOf<typeof entry>;
/** The texts of an entry in one language. */
export type EntryBlock = Entry['uz'];

/** A path of our own; browsers read `//host` and `/\host` as other sites. */
function isPage(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path);
}
