import { sql } from 'kysely';
import type { Language } from '#kernel/domain/text/languages.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import type { Knowledge } from '#kernel/plugin-api/contract.ts';
import type { Database, Effects, RecordStore, ServerContext } from '#kernel/plugin-api/server.ts';
import type { Audience, Entry, EntryBlock } from '../contract.ts';
import { isAvailable } from './entries/entry-server.ts';
import type { ShippedEntries } from './entries/shipped-entries.ts';
import { readClassifier, type Classifier } from './search/classifier.ts';
import { createIndex, type KnowledgeIndex } from './search/knowledge-index.ts';

/** A knowledge base entry as used for answers. */
export interface KnowledgeEntry extends Readonly<Record<Language, EntryBlock>> {
  readonly id: number;
  readonly shipped: string | null;
  readonly trainedKey: string | null;
  readonly audience: Audience;
  readonly path: string | null;
}

/** The entries that a server's assistant answers from. */
export interface KnowledgeBase {
  /** The entries that plugins ship, by key. */
  readonly shipped: ReadonlyMap<string, Knowledge>;
  readonly entries: readonly KnowledgeEntry[];
  readonly index: KnowledgeIndex<KnowledgeEntry>;
}

interface CachedKnowledgeBase extends KnowledgeBase {
  readonly revision: string;
  /** The keys of the shipped entries, as one text. */
  readonly keys: string;
}

/** The knowledge base of a server; created by {@link createKnowledge}. */
export interface KnowledgeReader {
  /** Opens the current knowledge base, which is read again after an entry changed on any node. */
  open(hooks: Effects['hooks']): Promise<KnowledgeBase>;
}

type Store = RecordStore<Entry>;

/** Creates the knowledge base of a server. */
export function createKnowledge(
  { database }: ServerContext,
  shippedEntries: ShippedEntries,
  store: Store,
): KnowledgeReader {
  let latest: CachedKnowledgeBase | null = null;
  let classifier: Classifier | null = null;
  // Read for the first question, since it takes memory.
  const openClassifier = () => (classifier ??= readClassifier());
  return {
    async open(hooks) {
      const { shipped, isComplete, keys } = await shippedEntries.read(hooks);
      const previous = latest;
      const revision = await readRevision(database);
      if (previous?.revision === revision && (!isComplete || previous.keys === keys)) return previous;
      const base = await readKnowledge(database, store, { shipped, keys, revision, openClassifier });
      if (isComplete) latest = base;
      return base;
    },
  };
}

async function readKnowledge(
  database: Database,
  store: Store,
  {
    shipped,
    keys,
    revision,
    openClassifier,
  }: Pick<CachedKnowledgeBase, 'shipped' | 'keys' | 'revision'> & { openClassifier: () => Classifier },
): Promise<CachedKnowledgeBase> {
  const items = await store.select(
    database,
    (row) => sql`${row('enabled')} and ${isAvailable(shipped)(row)} order by ${row('id')}`,
  );
  const entries = items.map(({ id, shipped: key, changed, audience, path, uz, ru }) => ({
    id,
    shipped: key,
    trainedKey: key !== null && (!changed || hasShippedTexts(shipped.get(key), { uz, ru })) ? key : null,
    audience,
    path,
    uz,
    ru,
  }));
  let index: KnowledgeIndex<KnowledgeEntry> | null = null;
  return {
    revision,
    shipped,
    keys,
    entries,
    // Created for the first question, since it takes memory.
    get index() {
      return (index ??= createIndex(entries, openClassifier()));
    },
  };
}

/** Incremented with every change of an entry, on any node. */
async function readRevision(database: Database): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select revision::text from chat_revision`.execute(
    database,
  );
  return rows[0]?.revision ?? '';
}

/** Whether the texts of a changed entry are still the shipped ones; its page or audience may differ. */
function hasShippedTexts(shipped: Knowledge | undefined, texts: Pick<Knowledge, 'uz' | 'ru'>): boolean {
  return shipped !== undefined && sameValues({ uz: shipped.uz, ru: shipped.ru }, texts);
}
