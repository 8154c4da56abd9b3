import { type Knowledge, knowledgeHook } from '#kernel/plugin-api/contract.ts';
import type { Effects, ServerContext } from '#kernel/plugin-api/server.ts';
import { syncShipped } from './sync.ts';

/** The entries that enabled plugins ship; created by {@link createShippedEntries}. */
export interface ShippedEntries {
  /** Reads them, and writes them to the database when they have changed. */
  read(hooks: Effects['hooks']): Promise<Gathered>;
}

interface Gathered {
  /** The entries that the enabled plugins ship, by key. */
  readonly shipped: ReadonlyMap<string, Knowledge>;
  /** The keys as one text, by which a change of the set is noticed. */
  readonly keys: string;
  /** False if the entries of a plugin could not be read. */
  readonly isComplete: boolean;
}

/** Creates the reader of the entries that enabled plugins ship. */
export function createShippedEntries({ transaction, log }: ServerContext): ShippedEntries {
  const gatherShipped = createGathering(log);
  let writtenKeys: string | null = null;
  return {
    async read(hooks) {
      const gathered = await gatherShipped(hooks);
      const { shipped, isComplete, keys } = gathered;
      // Entries that could not be read must not be deleted.
      if (isComplete && keys !== writtenKeys) {
        await transaction((effects) => syncShipped(effects.database, [...shipped.values()]));
        writtenKeys = keys;
      }
      return gathered;
    },
  };
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
    return { shipped, keys: [...shipped.keys()].join('\n'), isComplete };
  };
}
