import { z } from 'zod';
import {
  defineRecord,
  personal,
  type RecordBodyOf,
  type RecordOf,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { citizenFileLimits } from '#kernel/domain/values/limits.ts';
import { isOwnPath } from '#kernel/domain/values/own-path.ts';

/* `POST chatbot`: a question to the assistant.
   
   Open to any signed-in admin; and, without a token, to visitors of the sites that the deployment lists in
   `allowedOrigins`, unless the plugin's setting `visitors` is off. Such a call comes from a page of that
   site, by its origin, or from the widget's page there, with its embed token. Everyone else gets a 401.
   
   An existing backend knows only `{message}`: other fields are sent only if the server announces the
   capability `chat.dialogue`.
   
   Errors come as everywhere, `{err, message, code}` with the text in the language of `Accept-Language`: 401
   `unauthenticated` · 403 `forbidden` for an invalid embed token · 422 `invalid` · 429 `too_many_questions`
   with `Retry-After` · 503. */

/** The longest question, in characters. */
export const longestQuestion = 1000;

/** The limits of the conversation history: number of turns, and characters of each. */
export const longestHistory = { turns: 6, characters: 4000 } as const;

/**
 * The composer's file limits: files are only mentioned to the assistant, never sent, since it does not read
 * them.
 */
export const fileLimits = { count: citizenFileLimits.maxFiles, bytes: citizenFileLimits.maxBytes } as const;

/** One earlier turn. The server stores no conversation: the client sends the last turns with each question. */
export const turnSchema = z.strictObject({
  sender: z.enum(['user', 'bot']),
  text: z.string().max(longestHistory.characters),
});
export type Turn = z.infer<typeof turnSchema>;

/** Body of `POST chatbot`. `message` may be empty if there are files. */
export const chatbotBodySchema = z
  .strictObject({
    message: z.string().trim().max(longestQuestion),
    /**
     * The language of the panel; defaults to that of `Accept-Language`. A question in the other language is
     * answered in that.
     */
    lang: z.enum(languages).optional(),
    history: z.array(turnSchema).max(longestHistory.turns).default([]),
    /**
     * The number of files that the user has chosen; the answer says that they are not read, and where to
     * upload them.
     */
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

/** Contact people for questions that the assistant cannot answer, as configured by the deployment. */
export const contactSchema = z.object({
  name: z.string(),
  phone: personal('phone', z.string()),
  address: z.string(),
  hours: z.string(),
});
export type Contact = z.infer<typeof contactSchema>;

/**
 * Response of `POST chatbot`. `message` is text with exactly four kinds of markup: paragraphs after an empty
 * line, lines that start with `- ` or `1. `, `**strong**`, and `[1]`, the number of a source. Render it as
 * text; it contains no HTML and no links.
 */
export const chatbotResponseSchema = z.object({
  message: z.string(),
  /** The page for the requested action, within the user's permissions: `/applications/accept`. */
  redirect: z.string().nullable(),
  sources: z.array(sourceSchema),
  /**
   * False if nothing was found, as `message` explains; then `contact` names people if the deployment has
   * configured them.
   */
  known: z.boolean(),
  /** The language of `message`. */
  lang: z.enum(languages),
  contact: contactSchema.nullable(),
  /** Questions that it can answer, to be offered as buttons; similar ones if it has no answer. */
  suggestions: z.array(z.string()),
  /** Whether the text was written by a model from the sources; otherwise it is that of the knowledge base. */
  generated: z.boolean(),
});
export type ChatbotResponse = z.infer<typeof chatbotResponseSchema>;

/** The media type in `Accept` that requests a streamed answer; all other callers get JSON. */
export const streamType = 'application/x-ndjson';

/**
 * A line of the streamed answer: a JSON object and `\n`. Any number of `text` lines, to be shown as they
 * arrive, then exactly one `answer`, which replaces them: if a model fails or violates the rules, its text is
 * replaced by that of the knowledge base. A stream that ends without an `answer` was interrupted: offer to
 * retry.
 */
export const streamLineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('answer'), answer: chatbotResponseSchema }),
]);
export type StreamLine = z.infer<typeof streamLineSchema>;

/** Query of `GET chatbot/suggestions`, open to the same callers as `POST chatbot`. */
export const suggestionsQuerySchema = z.strictObject({ lang: z.enum(languages).optional() });

/** Response of `GET chatbot/suggestions`: a few example questions that this caller may ask. */
export const suggestionsSchema = z.object({ questions: z.array(z.string()) });
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** The readers of an entry: everyone, admins, or super admins. */
export const audiences = ['public', 'staff', 'super_admin'] as const;
export type Audience = (typeof audiences)[number];

const entryShape = {
  audience: z.enum(audiences),
  /** The page of Ko‘mak that the answer links to. */
  path: z
    .string()
    .trim()
    .max(300)
    .refine(isOwnPath, { params: { key: 'chat:validation.path' } })
    .nullable(),
  /** Whether the assistant uses it. */
  enabled: z.boolean(),
} as const;

/** An entry of the knowledge base: per language the question as its name, other phrasings, one per line, and the answer. */
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
    /** `<plugin>/<key>` of a shipped entry; null for the deployment's own. */
    shipped: z.string().nullable(),
    /** Whether a shipped entry was changed. */
    changed: z.boolean(),
  },
  filters: {
    audience: z.enum(audiences).optional(),
    /** `shipped` unchanged, `changed` by a super admin, or the deployment's `own`. */
    origin: z.enum(['shipped', 'changed', 'own']).optional(),
    enabled: z.enum(['true', 'false']).optional(),
  },
  calls: {
    list: 'A page of the assistant’s knowledge base',
    detail: 'An entry of the assistant’s knowledge base',
    create: 'Adds an entry to the assistant’s knowledge base',
    update: 'Changes an entry of the assistant’s knowledge base',
    remove: 'Deletes an entry that this deployment added',
  },
});
export type Entry = RecordOf<typeof entry>;
export type EntryBody = RecordBodyOf<typeof entry>;
/** The texts of an entry in one language. */
export type EntryBlock = Entry['uz'];
