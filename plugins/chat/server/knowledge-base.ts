import { sql } from 'kysely';
import type { Language } from '#kernel/domain/text/languages.ts';
import { type Knowledge, knowledgeHook } from '#kernel/plugin-api/contract.ts';
import type { Database, Effects, RecordStore, ServerContext } from '#kernel/plugin-api/server.ts';
import type { Audience, Entry, EntryBlock } from '../contract.ts';
import { isAvailable } from './entries/entry-server.ts';
import { syncShipped } from './entries/sync.ts';
import { createIndex, type KnowledgeIndex } from './search/knowledge-index.ts';

/** A knowledge base entry as used for answers. */
export interface KnowledgeEntry extends Readonly<Record<Language, EntryBlock>> {
  readonly id: number;
  readonly shipped: string | null;
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
}

/** The knowledge base of a server; created by {@link createKnowledge}. */
export interface KnowledgeReader {
  /** The entries shipped by enabled plugins, by key; written to the database when they have changed. */
  readShipped(hooks: Effects['hooks']): Promise<ReadonlyMap<string, Knowledge>>;
  /** Opens the current knowledge base, which is read again after an entry changed on any node. */
  open(hooks: Effects['hooks']): Promise<KnowledgeBase>;
}

type Store = RecordStore<Entry>;

/** Creates the knowledge base of a server. */
export function createKnowledge(
  { database, transaction, log }: ServerContext,
  store: Store,
): KnowledgeReader {
  const gatherShipped = createGathering(log);
  let writtenKeys: string | null = null;
  let latest: CachedKnowledgeBase | null = null;

  async function readShipped(hooks: Effects['hooks']): Promise<Gathered> {
    const gathered = await gatherShipped(hooks);
    const { shipped, isComplete } = gathered;
    const keys = [...shipped.keys()].join('\n');
    // Entries that could not be read must not be deleted.
    if (isComplete && keys !== writtenKeys) {
      await transaction((effects) => syncShipped(effects.database, [...shipped.values()], store.textColumns));
      writtenKeys = keys;
      latest = null;
    }
    return gathered;
  }

  return {
    readShipped: async (hooks) => (await readShipped(hooks)).shipped,
    async open(hooks) {
      const { shipped, isComplete } = await readShipped(hooks);
      const previous = latest;
      const revision = await readRevision(database);
      if (previous?.revision === revision) return previous;
      const base = await readKnowledge(database, store, { shipped, revision });
      if (isComplete) latest = base;
      return base;
    },
  };
}

async function readKnowledge(
  database: Database,
  store: Store,
  { shipped, revision }: Pick<CachedKnowledgeBase, 'shipped' | 'revision'>,
): Promise<CachedKnowledgeBase> {
  const items = await store.select(
    database,
    (row) => sql`${row('enabled')} and ${isAvailable(shipped)(row)} order by ${row('id')}`,
  );
  const entries = items.map(({ id, shipped: key, audience, path, uz, ru }) => ({
    id,
    shipped: key,
    audience,
    path,
    uz,
    ru,
  }));
  let index: KnowledgeIndex<KnowledgeEntry> | null = null;
  return {
    revision,
    shipped,
    entries,
    // Created for the first question, since it takes memory.
    get index() {
      return (index ??= createIndex(entries));
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

interface Gathered {
  /** The entries that the enabled plugins ship, by key. */
  readonly shipped: ReadonlyMap<string, Knowledge>;
  /** False if the entries of a plugin could not be read. */
  readonly isComplete: boolean;
}

/**
 * Creates a function that collects the entries shipped by enabled plugins; their files are read once. If a
 * plugin's entries cannot be read, the assistant answers without them.
 */
function createGathering(log: ServerContext['log']): (hooks: Effects['hooks']) => Promise<Gathered> {
  const sources = new WeakMap<object, Promise<readonly Knowledge[]>>();
  return async (hooks) => {
    const shipped = new Map<string, Knowledge>();
    let isComplete = true;
    const add = (entries: readonly Knowledge[]) => {
      for (const entry of entries) shipped.set(entry.key, entry);
    };
    await hooks.call(knowledgeHook, {
      add,
      async addOnce(source, read) {
        const entries = sources.get(source) ?? read();
        sources.set(source, entries);
        try {
          add(await entries);
        } catch (error) {
          // Read again at the next question.
          sources.delete(source);
          isComplete = false;
          log.error({ err: error }, 'the knowledge of a plugin could not be read');
        }
      },
    });
    return { shipped, isComplete };
  };
}
