import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { languages, type Language } from '#kernel/contract/index.ts';
import type { Knowledge } from '#kernel/contract/knowledge.ts';
import { readKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { createIndex, sureEnough } from '#plugins/chat/server/search/knowledge-index.ts';

const questionSchema = z.strictObject({
  question: z.string(),
  language: z.enum(languages),
  script: z.enum(['latin', 'cyrillic']),
});

/** The questions that the assistant is measured by, and those that are none of its business. */
export const questionsSchema = z.strictObject({
  questions: z.array(
    questionSchema.extend({
      /** Written with slips of the hand. */
      typo: z.boolean(),
      /** Written before the knowledge base was, from the specification alone, though by the hand that wrote it then; nothing is tuned on them. */
      blind: z.boolean(),
      /** Written at the very end, in other words than the knowledge base has, and asked once: nothing was tuned after. */
      fresh: z.boolean(),
      /** The entries that answer it. */
      wanted: z.array(z.string()).min(1),
    }),
  ),
  offTopic: z.array(questionSchema),
});
export type Questions = z.infer<typeof questionsSchema>;

/** What became of a question. */
export interface Outcome {
  readonly question: Questions['questions'][number];
  /** The place of the first wanted entry, from 0; -1 when it is not among the found ones. */
  readonly place: number;
  /** Whether it was answered, rightly or not. */
  readonly answered: boolean;
  readonly best: { readonly key: string; readonly confidence: number } | null;
}

/** What became of a question that should not be answered. */
export interface OffTopicOutcome {
  readonly question: Questions['offTopic'][number];
  readonly answered: boolean;
  readonly best: { readonly key: string; readonly confidence: number } | null;
}

const plugins = resolve(import.meta.dirname, '../../../plugins');

/** Every entry that is shipped, of all plugins. */
export async function readShipped(): Promise<(Knowledge & { readonly id: number })[]> {
  const parts = readdirSync(plugins, { withFileTypes: true })
    .filter((folder) => folder.isDirectory() && readdirSync(join(plugins, folder.name)).includes('knowledge'))
    .map(({ name }) => readKnowledge(name, pathToFileURL(join(plugins, name, 'knowledge/'))));
  return (await Promise.all(parts)).flat().map((entry, index) => ({ ...entry, id: index + 1 }));
}

/** Asks all questions as a super admin would, to whom every entry is open. */
export async function measure(): Promise<{
  readonly outcomes: readonly Outcome[];
  readonly offTopic: readonly OffTopicOutcome[];
  readonly entries: number;
}> {
  const { questions, offTopic } = readQuestions();
  const entries = await readShipped();
  const index = createIndex(entries);
  const ask = (question: string, language: Language) => index.find(question, language, () => true).found;
  return {
    entries: entries.length,
    outcomes: questions.map((question): Outcome => {
      const found = ask(question.question, question.language);
      const place = found.findIndex(({ entry }) => question.wanted.includes(entry.key));
      return { question, place, ...answerOf(found) };
    }),
    offTopic: offTopic.map((question) => ({
      question,
      ...answerOf(ask(question.question, question.language)),
    })),
  };
}

/** The questions as they are kept. */
export function readQuestions(): Questions {
  const text = readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8');
  return questionsSchema.parse(JSON.parse(text));
}

function answerOf(
  found: readonly { entry: Knowledge; confidence: number }[],
): Pick<Outcome, 'answered' | 'best'> {
  const [best] = found;
  if (!best) return { answered: false, best: null };
  const { entry, confidence } = best;
  return { answered: confidence >= sureEnough, best: { key: entry.key, confidence } };
}
