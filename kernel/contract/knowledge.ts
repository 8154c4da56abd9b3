import { hook } from './hook.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/** What an assistant can say of one thing, in one language. */
export interface KnowledgeText {
  /** The question that it answers. */
  readonly name: string;
  /** Other ways to ask, one a line. */
  readonly asks: string;
  /** The answer: paragraphs, `- ` and `1. ` lists, `**strong**`. */
  readonly text: string;
}

/** One entry of what a plugin knows of itself. */
export interface Knowledge extends Readonly<Record<Language, KnowledgeText>> {
  /** `<plugin>/<key>`. */
  readonly key: string;
  /** Everyone, admins, or super admins alone. */
  readonly audience: 'public' | 'staff' | 'super_admin';
  /** The page to which the answer leads. */
  readonly path: string | null;
}

/** What is handed to every plugin that has something to tell. */
export interface KnowledgeGathering {
  add(entries: readonly Knowledge[]): void;
}

/** Asks the enabled plugins for their knowledge; whoever answers questions tells it. */
export const knowledgeHook = hook<KnowledgeGathering>('kernel.knowledge');
