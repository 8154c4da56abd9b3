import { sql } from 'kysely';
import type { Language } from '#kernel/domain/text/languages.ts';
import { type Knowledge, knowledgeHook } from '#kernel/plugin-api/contract.ts';
import type { Database, Effects, RecordStore, ServerContext } from '#kernel/plugin-api/server.ts';
import type { Audience, Entry, EntryBlock } from '../contract.ts';
import { isAvailable } from './entries/entry-server.ts';
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
  readonly revision: string;
}

/** The knowledge base of a server; made by {@link createKnowledge}. */
export interface KnowledgeReader {
  /** The entries that the enabled plugins ship, by key; they are written to the database when they have changed. */
  readShipped(hooks: Effects['hooks']): Promise<ReadonlyMap<string, Knowledge>>;
  /** Opens the current knowledge base, which is read again after an entry changed on any node. */
  open(hooks: Effects['hooks']): Promise<KnowledgeBase>;
}

type Store = RecordStore<Entry>;

/** Creates the knowledge base of a server. */
export function createKnowledge({ database, transaction }: ServerContext, store: Store): KnowledgeReader {
  const gatherShipped = createGathering();
  let writtenKeys: string | null = null;
  let latest: CachedKnowledgeBase | null = null;

  async function readShipped(hooks: Effects['hooks']): Promise<ReadonlyMap<string, Knowledge>> {
    const shipped = await gatherShipped(hooks);
    const keys = [...shipped.keys()].join('\n');
    if (keys !== writtenKeys) {
      await transaction((effects) => syncShipped(effects.database, [...shipped.values()], store.textColumns));
      writtenKeys = keys;
      latest = null;
    }
    return shipped;
  }

  return {
    readShipped,
    async open(hooks) {
      const shipped = await readShipped(hooks);
      const previous = latest;
      const revision = await readRevision(database);
      if (previous?.revision === revision) return previous;
      latest = await readKnowledge(database, store, { shipped, revision });
      return latest;
    },
  };
}

async function readKnowledge(
  database: Database,
  store: Store,
  { shipped, revision }: Pick<CachedKnowledgeBase, 'shipped' | 'revision'>,
): Promise<CachedKnowledgeBase> {
  const items = await store.select(database, sql`r.enabled and ${isAvailable(shipped)} order by r.id`);
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

/** Increments with every change of an entry, on any node. */
async function readRevision(database: Database): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select revision::text from chat_revision`.execute(
    database,
  );
  return rows[0]?.revision ?? '';
}

/** Creates a function that collects the entries that the enabled plugins ship, by key; their files are read once. */
function createGathering(): (hooks: Effects['hooks']) => Promise<Map<string, Knowledge>> {
  const sources = new WeakMap<object, Promise<readonly Knowledge[]>>();
  return async (hooks) => {
    const shipped = new Map<string, Knowledge>();
    const add = (entries: readonly Knowledge[]) => {
      for (const entry of entries) shipped.set(entry.key, entry);
    };
    await hooks.call(knowledgeHook, {
      add,
      async addOnce(source, read) {
        const known = sources.get(source);
        if (known) return add(await known);
        const entries = read();
        sources.set(source, entries);
        // What could not be read is read again at the next question.
        entries.catch(() => sources.delete(source));
        add(await entries);
      },
    });
    return shipped;
  };
}
