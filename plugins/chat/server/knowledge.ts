import type { Language } from '#kernel/domain/text/languages.ts';
import { knowledgeHook, type Knowledge } from '#kernel/contract/knowledge.ts';
import type { Database, Effects, ServerContext } from '#kernel/server/api/index.ts';
import type { Audience, EntryBlock } from '../contract.ts';
import { presentTexts } from './entries/presenter.ts';
import { readAnswers, readRevision } from './entries/store.ts';
import { syncShipped } from './entries/sync.ts';
import { createIndex, type KnowledgeIndex } from './search/knowledge-index.ts';

/** An entry as the assistant answers with it. */
export interface Answer extends Readonly<Record<Language, EntryBlock>> {
  readonly id: number;
  readonly shipped: string | null;
  readonly audience: Audience;
  readonly path: string | null;
}

/** What the assistant of one server knows at the moment. */
export interface KnowledgeBase {
  /** What plugins ship, by key. */
  readonly shipped: ReadonlyMap<string, Knowledge>;
  readonly answers: readonly Answer[];
  readonly index: KnowledgeIndex<Answer>;
}

interface Kept extends KnowledgeBase {
  readonly keys: string;
  readonly revision: string;
}

/** By pool, since a process may hold several servers, as in tests. */
const kept = new WeakMap<Database, Kept>();

/**
 * The knowledge base as it now is: read anew when an entry was changed, on whichever node, and written anew when other plugins
 * are enabled than before.
 */
export async function openKnowledge(context: ServerContext, hooks: Effects['hooks']): Promise<KnowledgeBase> {
  const { database } = context;
  const shipped = await gatherShipped(hooks);
  const keys = [...shipped.keys()].join('\n');
  const former = kept.get(database);
  if (former?.keys === keys && former.revision === (await readRevision(database))) return former;
  if (former?.keys !== keys) {
    await context.transaction((effects) => syncShipped(effects.database, [...shipped.values()]));
  }
  const { revision, rows } = await readAnswers(database, [...shipped.keys()]);
  const answers = rows.map((row): Answer => {
    const { id, shipped: key, audience, path } = row;
    return { id, shipped: key, audience, path, ...presentTexts(row) };
  });
  let index: KnowledgeIndex<Answer> | null = null;
  const base: Kept = {
    keys,
    revision,
    shipped,
    answers,
    // Made for the first question: a server that nobody asks needs no room for it.
    get index() {
      return (index ??= createIndex(answers));
    },
  };
  kept.set(database, base);
  return base;
}

/** Asks the enabled plugins for what they ship. */
export async function gatherShipped(hooks: Effects['hooks']): Promise<Map<string, Knowledge>> {
  const shipped = new Map<string, Knowledge>();
  await hooks.call(knowledgeHook, {
    add(entries) {
      for (const entry of entries) shipped.set(entry.key, entry);
    },
  });
  return shipped;
}
