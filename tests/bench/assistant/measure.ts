import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import type { Knowledge } from '#kernel/contract/hooks/knowledge.ts';
import { readKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { answerThreshold, suggestionThreshold } from '#plugins/chat/server/search/confidence.ts';
import { readClassifier } from '#plugins/chat/server/search/classifier.ts';
import { createIndex } from '#plugins/chat/server/search/knowledge-index.ts';

const questionSchema = z.strictObject({
  question: z.string(),
  language: z.enum(languages),
  script: z.enum(['latin', 'cyrillic']),
});

/**
 * Who wrote a question, and when. By the author of the knowledge base: `before` it, from only the
 * specification, `beside` it, and `after` it. By people who have never seen it: `others-1`, which was learnt
 * from; `others-2`, measured once before it was learnt from; `others-3`, measured at the end, and never
 * learnt from; `others-4`, written before reading the knowledge base by the person who later weighted the
 * evidence, and never learnt from; `others-5`, written from only the specification, with the answers named
 * by another person; `others-6` and `others-7`, written likewise by two people, measured after the
 * classifier was chosen, the first with two versions of it, the second once; `others-8`, written by a third person
 * before reading the knowledge base, who also named the answers, measured once; `others-9`, likewise by a fourth
 * person. By the person who tuned the
 * index, both before tuning: `development`, which it was tuned on, and `held-out`, which it was not.
 */
export const origins = [
  'before',
  'beside',
  'after',
  'others-1',
  'others-2',
  'others-3',
  'others-4',
  'others-5',
  'others-6',
  'others-7',
  'others-8',
  'others-9',
  'development',
  'held-out',
] as const;
export type Origin = (typeof origins)[number];

const ownSchema = z.strictObject({
  questions: z.array(
    questionSchema.extend({
      /** Whether it contains typos. */
      typo: z.boolean(),
      origin: z.enum(['before', 'beside', 'after']),
      /** The entries that answer it. */
      expected: z.array(z.string()).min(1),
    }),
  ),
  offTopic: z.array(questionSchema),
});

const othersSchema = z.array(
  questionSchema.extend({
    kind: z.enum(['plain', 'typo', 'colloquial', 'long-winded']),
    /** The user's intent, in the words of the question's author. */
    wants: z.string(),
    offTopic: z.boolean(),
    /**
     * The entries that state this; none if nothing should be stated, and `unsaid` if the entry that should is
     * missing.
     */
    expected: z.array(z.string()),
  }),
);

/** Stands for a missing entry: such a question never counts as answered correctly. */
export const unsaid = 'unsaid';

/** A question for measuring the assistant. */
export interface Question {
  readonly question: string;
  readonly language: Language;
  readonly script: 'latin' | 'cyrillic';
  readonly typo: boolean;
  readonly origin: Origin;
  /** The entries that answer it; none if the assistant should say that it does not know. */
  readonly expected: readonly string[];
  /** Whether it is off-topic. */
  readonly offTopic: boolean;
}

/** The result of a question. */
export interface Outcome {
  readonly question: Question;
  /** The rank of the first expected entry, starting at 0; -1 if it was not found. */
  readonly place: number;
  /** Whether it was answered, correctly or not. */
  readonly answered: boolean;
  /** Whether the user got the answer, or correctly the message that there is none. */
  readonly right: boolean;
  /** Whether it was not answered, and an expected entry is among the suggestions. */
  readonly offered: boolean;
  /** Whether anything was suggested instead of an answer. */
  readonly offers: boolean;
  readonly best: { readonly key: string; readonly confidence: number } | null;
}

const plugins = resolve(import.meta.dirname, '../../../plugins');

/** Every shipped entry, of all plugins. */
export async function readShipped(): Promise<
  (Knowledge & { readonly id: number; readonly trainedKey: string })[]
> {
  const parts = readdirSync(plugins, { withFileTypes: true })
    .filter((folder) => folder.isDirectory() && readdirSync(join(plugins, folder.name)).includes('knowledge'))
    .map(({ name }) => readKnowledge(name, pathToFileURL(join(plugins, name, 'knowledge/'))));
  return (await Promise.all(parts))
    .flat()
    .map((entry, index) => ({ ...entry, id: index + 1, trainedKey: entry.key }));
}

/**
 * Asks all questions as a super admin, who may read every entry; with the classifier, as in the product, or
 * with the index alone.
 */
export async function measure({ withClassifier = true } = {}): Promise<{
  /** For questions with an answer. */
  readonly outcomes: readonly Outcome[];
  /** For off-topic questions. */
  readonly offTopic: readonly Outcome[];
  /** For questions about features that Ko‘mak lacks, which no entry mentions. */
  readonly absent: readonly Outcome[];
  readonly entries: number;
}> {
  const entries = await readShipped();
  const index = createIndex(entries, withClassifier ? readClassifier() : null);
  const outcomes = readQuestions().map((question): Outcome => {
    const { found } = index.find(question.question, question.language, () => true);
    const place = found.findIndex(({ entry }) => question.expected.includes(entry.key));
    const [best] = found;
    const answered = best !== undefined && best.confidence >= answerThreshold;
    const titles = found
      .slice(0, 3)
      .filter(({ confidence }) => !answered && confidence >= suggestionThreshold);
    return {
      question,
      place,
      answered,
      right: question.expected.length === 0 ? !answered : answered && place === 0,
      offered: titles.some(({ entry }) => question.expected.includes(entry.key)),
      offers: titles.length > 0,
      best: best ? { key: best.entry.key, confidence: best.confidence } : null,
    };
  });
  return {
    outcomes: outcomes.filter(({ question }) => question.expected.length > 0),
    offTopic: outcomes.filter(({ question }) => question.offTopic),
    absent: outcomes.filter(({ question }) => question.expected.length === 0 && !question.offTopic),
    entries: entries.length,
  };
}

/** The questions of every origin, in the order of the files. */
export function readQuestions(): readonly Question[] {
  const own = ownSchema.parse(readJson('questions.json'));
  const others = readdirSync(import.meta.dirname)
    .filter((name) => /^(?:others-\d|development|held-out)\.json$/.test(name))
    .toSorted();
  return [
    ...own.questions.map((one): Question => ({ ...one, offTopic: false })),
    ...own.offTopic.map((one): Question => ({
      ...one,
      typo: false,
      origin: 'beside',
      expected: [],
      offTopic: true,
    })),
    ...others.flatMap((name) =>
      othersSchema.parse(readJson(name)).map((one): Question => ({
        question: one.question,
        language: one.language,
        script: one.script,
        typo: one.kind === 'typo',
        origin: z.enum(origins).parse(name.replace('.json', '')),
        expected: one.expected,
        offTopic: one.offTopic,
      })),
    ),
  ];
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}
