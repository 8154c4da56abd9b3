import type { ConfigOf, RegisteredRoute, Rights } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { ServerContext } from '#kernel/server/api/index.ts';
import type { ChatbotAnswer, Contact, Source } from '../contract.ts';
import type { chat } from '../manifest.ts';
import { mayOpen, mayRead } from './asker.ts';
import type { Answer, KnowledgeBase } from './knowledge.ts';
import { sureEnough, type Found } from './search/knowledge-index.ts';
import { languageOf } from './search/language-of.ts';

type ChatContext = ServerContext<typeof chat>;

/** What is asked, and by whom. */
export interface Asked {
  readonly message: string;
  readonly files: number;
  /** The language of the asker's panel. */
  readonly language: Language;
  readonly rights: Rights | null;
}

/** What the knowledge base says to a question, and what a model may put into other words. */
export interface Composed {
  readonly answer: ChatbotAnswer;
  /** The entries that may be told from, the best first; none when it is not known. */
  readonly passages: readonly Answer[];
}

/** How many entries a model is given, how many near questions are offered, and how near those are. */
const most = { passages: 4, suggestions: 3 } as const;
const near = 0.36;

/** Answers by the knowledge base alone. */
export function compose(base: KnowledgeBase, asked: Asked, context: ChatContext): Composed {
  const { message, files, language: preferred, rights } = asked;
  const { language, found } = base.index.find(message, preferred, ({ audience }) =>
    mayRead(audience, rights),
  );
  const [best] = found;
  if (message === '' && files > 0) return { answer: aboutFiles(preferred, context), passages: [] };
  if (!best || best.confidence < sureEnough) {
    const written = languageOf(message) ?? (best ? language : preferred);
    return { answer: notKnown(found, written, context), passages: [] };
  }
  const { entry } = best;
  const further = found.slice(1).filter(({ confidence }) => confidence >= near);
  const answer: ChatbotAnswer = {
    message: withFiles(entry[language].text, { files, language, context }),
    redirect: pageOf(entry, rights, context.pages),
    sources: [sourceOf(entry, { language, rights, pages: context.pages })],
    known: true,
    lang: language,
    contact: null,
    suggestions: further.slice(0, most.suggestions).map(({ entry: other }) => other[language].name),
    generated: false,
  };
  const passages = [best, ...further.filter(({ confidence }) => confidence >= sureEnough)].slice(
    0,
    most.passages,
  );
  return { answer, passages: passages.map(({ entry: one }) => one) };
}

/** Where an answer comes from, with its page where the asker may open it. */
export function sourceOf(
  entry: Answer,
  {
    language,
    rights,
    pages,
  }: { language: Language; rights: Rights | null; pages: readonly RegisteredRoute[] },
): Source {
  return { title: entry[language].name, path: pageOf(entry, rights, pages) };
}

/** Puts a word about files before an answer. */
export function withFiles(
  text: string,
  { files, language, context }: { files: number; language: Language; context: Pick<ChatContext, 'text'> },
): string {
  return files === 0 ? text : `${context.text(language, 'chat:answers.files')}\n\n${text}`;
}

function pageOf({ path }: Answer, rights: Rights | null, pages: readonly RegisteredRoute[]): string | null {
  return path !== null && mayOpen(path, rights, pages) ? path : null;
}

function notKnown(found: readonly Found<Answer>[], language: Language, context: ChatContext): ChatbotAnswer {
  const contact = contactOf(context.config, language);
  return {
    message: context.text(language, contact ? 'chat:answers.unknownContact' : 'chat:answers.unknown'),
    redirect: null,
    sources: [],
    known: false,
    lang: language,
    contact,
    suggestions: found
      .filter(({ confidence }) => confidence >= near)
      .slice(0, most.suggestions)
      .map(({ entry }) => entry[language].name),
    generated: false,
  };
}

function aboutFiles(language: Language, context: ChatContext): ChatbotAnswer {
  return {
    ...notKnown([], language, context),
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
