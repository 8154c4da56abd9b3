import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { createNotifications } from './listen.ts';
import { createNodeMessages, type NodeMessages } from './node-messages.ts';
import { openDatabase, type OpenDatabase } from '../pool/pool.ts';

interface Node extends OpenDatabase {
  readonly nodeMessages: NodeMessages;
  /** The number of calls of each plugin's listener. */
  readonly calls: Record<string, number>;
}

/** Creates a node on which these plugins are subscribed. */
function nodeOf(url: string, plugins: readonly string[]): Node {
  const opened = openDatabase({ connectionString: url });
  const nodeMessages = createNodeMessages(createNotifications(opened.pool, pino({ level: 'silent' })));
  const calls: Record<string, number> = {};
  for (const plugin of plugins) {
    nodeMessages.subscribe(plugin, () => (calls[plugin] = (calls[plugin] ?? 0) + 1));
  }
  return { ...opened, nodeMessages, calls };
}

test('delivers messages of committed transactions to every node until the listener is removed', async () => {
  const { url, drop } = await createTestDatabase({ empty: true });
  onTestFinished(drop);
  const here = nodeOf(url, ['one']);
  const there = nodeOf(url, ['one', 'other']);
  onTestFinished(async () => {
    for (const { nodeMessages, close } of [here, there]) {
      await Promise.all([nodeMessages.unsubscribe('one'), nodeMessages.unsubscribe('other')]);
      await close();
    }
  });
  // All are called at first, since earlier messages are unknown.
  await vi.waitFor(() => expect([here.calls, there.calls]).toEqual([{ one: 1 }, { one: 1, other: 1 }]));

  await here.database.transaction().execute(async (transaction) => {
    await here.nodeMessages.broadcast('one', transaction);
    await here.database.transaction().execute((later) => here.nodeMessages.broadcast('other', later));
    await vi.waitFor(() => expect(there.calls).toEqual({ one: 1, other: 2 }));
  });
  await vi.waitFor(() => expect([here.calls, there.calls]).toEqual([{ one: 2 }, { one: 2, other: 2 }]));

  const undone = here.database.transaction().execute(async (transaction) => {
    await here.nodeMessages.broadcast('one', transaction);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await there.nodeMessages.unsubscribe('one');
  await here.nodeMessages.broadcast('one', here.database);
  await here.nodeMessages.broadcast('other', here.database);
  await vi.waitFor(() => expect([here.calls, there.calls]).toEqual([{ one: 3 }, { one: 2, other: 3 }]));
});
