import type { ConfigOf, RegisteredRoute, Rights } from '#kernel/plugin-api/contract.ts';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { ChatbotResponse, Contact, Source } from '../contract.ts';
import type { chat } from '../manifest.ts';
import { mayOpen, mayRead } from './caller.ts';
import type { KnowledgeBase, KnowledgeEntry } from './knowledge-base.ts';
import { detectLanguage } from './search/detect-language.ts';
import { answerThreshold, suggestionThreshold } from './search/confidence.ts';
import type { Hit } from './search/rank-candidates.ts';

type ChatContext = ServerContext<typeof chat>;

/** A question and its caller. */
export interface ChatRequest {
  readonly message: string;
  readonly files: number;
  /** The language of the caller's panel. */
  readonly language: Language;
  readonly rights: Rights | null;
}

/** An answer in the words of the knowledge base, and the passages that a model may rephrase. */
export interface ComposedAnswer {
  readonly answer: ChatbotResponse;
  /** The matching entries, best first; none if there is no answer. */
  readonly passages: readonly KnowledgeEntry[];
}

const maxPassages = 4;
const maxSuggestions = 3;

/** Composes an answer from the knowledge base only. */
export function composeAnswer(
  base: KnowledgeBase,
  request: ChatRequest,
  context: ChatContext,
): ComposedAnswer {
  const { message, files, language: preferred, rights } = request;
  const { language, found } = base.index.find(message, preferred, ({ audience }) =>
    mayRead(audience, rights),
  );
  const [best] = found;
  if (message === '' && files > 0) return { answer: filesAnswer(preferred, context), passages: [] };
  if (!best || best.confidence < answerThreshold) {
    const written = detectLanguage(message) ?? (best ? language : preferred);
    return { answer: unknownAnswer(found, written, context), passages: [] };
  }
  const { entry } = best;
  const further = found.slice(1);
  const source = sourceOf(entry, { language, rights, pages: context.pages });
  const answer: ChatbotResponse = {
    message: withFilesNote(entry[language].text, { files, language, context }),
    redirect: source.path,
    sources: [source],
    known: true,
    lang: language,
    contact: null,
    suggestions: suggestionsOf(further, language),
    generated: false,
  };
  const passages = [best, ...further.filter(({ confidence }) => confidence >= suggestionThreshold)];
  return { answer, passages: passages.slice(0, maxPassages).map((hit) => hit.entry) };
}

/** The source of an answer, with its page if the caller may open it. */
export function sourceOf(
  entry: KnowledgeEntry,
  reader: { language: Language; rights: Rights | null; pages: readonly RegisteredRoute[] },
): Source {
  const { language, rights, pages } = reader;
  const isOpen = entry.path !== null && mayOpen(entry.path, rights, pages);
  return { title: entry[language].name, path: isOpen ? entry.path : null };
}

/** Prepends the note that files are not read. */
export function withFilesNote(
  text: string,
  { files, language, context }: { files: number; language: Language; context: Pick<ChatContext, 'text'> },
): string {
  return files === 0 ? text : `${context.text(language, 'chat:answers.files')}\n\n${text}`;
}

function suggestionsOf(hits: readonly Hit<KnowledgeEntry>[], language: Language): string[] {
  return hits
    .filter(({ confidence }) => confidence >= suggestionThreshold)
    .slice(0, maxSuggestions)
    .map(({ entry }) => entry[language].name);
}

function unknownAnswer(
  hits: readonly Hit<KnowledgeEntry>[],
  language: Language,
  context: ChatContext,
): ChatbotResponse {
  const contact = contactOf(context.config, language);
  const suggestions = suggestionsOf(hits, language);
  const text = suggestions.length > 0 ? 'unsure' : 'unknown';
  return {
    message: context.text(language, contact ? `chat:answers.${text}Contact` : `chat:answers.${text}`),
    redirect: null,
    sources: [],
    known: false,
    lang: language,
    contact,
    suggestions,
    generated: false,
  };
}

function filesAnswer(language: Language, context: ChatContext): ChatbotResponse {
  return {
    ...unknownAnswer([], language, context),
    message: context.text(language, 'chat:answers.files'),
    known: true,
    contact: null,
  };
}

function contactOf({ contact }: ConfigOf<typeof chat>, language: Language): Contact | null {
  const { nameUz, nameRu, phone, address, hours } = contact;
  if (nameUz + nameRu + phone + address + hours === '') return null;
  const name = language === 'uz' ? nameUz || nameRu : nameRu || nameUz;
  return { name, phone, address, hours };
}
