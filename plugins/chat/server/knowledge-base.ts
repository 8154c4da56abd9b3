import type { Language } from '#kernel/domain/text/languages.ts';
import { knowledgeHook, type Knowledge } from '#kernel/contract/knowledge.ts';
import type { Database, Effects, ServerContext } from '#kernel/server/api/index.ts';
import type { Audience, EntryBlock } from '../contract.ts';
import { presentTexts } from './entries/presenter.ts';
import { readAnswers, readRevision } from './entries/store.ts';
import { syncShipped } from './entries/sync.ts';
import { createIndex, type KnowledgeIndex } from './search/knowledge-index.ts';

/** An entry as the assistant answers with it. */
export interface KnowledgeEntry extends Readonly<Record<Language, EntryBlock>> {
  readonly id: number;
  readonly shipped: string | null;
  readonly audience: Audience;
  readonly path: string | null;
}

/** The entries that the assistant of one server answers from. */
export interface KnowledgeBase {
  /** The entries that plugins ship, by key. */
  readonly shipped: ReadonlyMap<string, Knowledge>;
  readonly entries: readonly KnowledgeEntry[];
  readonly index: KnowledgeIndex<KnowledgeEntry>;
}

interface CachedKnowledgeBase extends KnowledgeBase {
  readonly keys: string;
  readonly revision: string;
}

/** Opens the current knowledge base of a server. */
export type OpenKnowledge = (hooks: Effects['hooks']) => Promise<KnowledgeBase>;

/**
 * Creates the function that opens a server's knowledge base: it reads the entries again after one changed on any node, and
 * synchronizes the shipped entries after plugins were enabled or disabled.
 */
export function createKnowledge(context: ServerContext): OpenKnowledge {
  const { database } = context;
  let latest: CachedKnowledgeBase | null = null;

  return async (hooks) => {
    const shipped = await gatherShipped(hooks);
    const keys = [...shipped.keys()].join('\n');
    const previous = latest;
    if (previous?.keys === keys && previous.revision === (await readRevision(database))) return previous;
    if (previous?.keys !== keys) {
      await context.transaction((effects) => syncShipped(effects.database, [...shipped.values()]));
    }
    latest = await readKnowledge(database, shipped, keys);
    return latest;
  };
}

async function readKnowledge(
  database: Database,
  shipped: ReadonlyMap<string, Knowledge>,
  keys: string,
): Promise<CachedKnowledgeBase> {
  const { revision, rows } = await readAnswers(database, [...shipped.keys()]);
  const entries = rows.map((row): KnowledgeEntry => {
    const { id, shipped: key, audience, path } = row;
    return { id, shipped: key, audience, path, ...presentTexts(row) };
  });
  let index: KnowledgeIndex<KnowledgeEntry> | null = null;
  return {
    keys,
    revision,
    shipped,
    entries,
    // Created for the first question, since it takes memory.
    get index() {
      return (index ??= createIndex(entries));
    },
  };
}

/** Collects the entries that the enabled plugins ship, by key. */
export async function gatherShipped(hooks: Effects['hooks']): Promise<Map<string, Knowledge>> {
  const shipped = new Map<string, Knowledge>();
  await hooks.call(knowledgeHook, {
    add(added) {
      for (const entry of added) shipped.set(entry.key, entry);
    },
  });
  return shipped;
}
