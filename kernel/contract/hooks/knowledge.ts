import { hook } from './hook.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

/** The assistant's text about a subject, in one language. */
export interface KnowledgeText {
  /** The question. */
  readonly name: string;
  /** Other phrasings of the question, one per line. */
  readonly asks: string;
  /** The answer: paragraphs, `- ` and `1. ` lists, `**strong**`. */
  readonly text: string;
}

/** An entry of a plugin's knowledge for the assistant. */
export interface Knowledge extends Readonly<Record<Language, KnowledgeText>> {
  /** `<plugin>/<key>`. */
  readonly key: string;
  /** The audience: everyone, admins, or only super admins. */
  readonly audience: 'public' | 'staff' | 'super_admin';
  /** The page that the answer links to. */
  readonly path: string | null;
  /** Position among the questions that the assistant suggests first, ascending; absent: not suggested. */
  readonly starter?: number;
}

/** The payload of {@link knowledgeHook}. */
export interface KnowledgeGathering {
  add(entries: readonly Knowledge[]): void;
  /**
   * Adds the entries of a source, identified by the object; the assistant reads each source once. Older assistants lack
   * this method.
   */
  addOnce?(source: object, read: () => Promise<readonly Knowledge[]>): Promise<void>;
}

/** Collects the knowledge of the enabled plugins for the assistant. */
export const knowledgeHook = hook<KnowledgeGathering>('kernel.knowledge');
