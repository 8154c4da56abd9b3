import { afterAll, beforeAll, expect, test } from 'vitest';
import { requiredIds } from '#kernel/contract/index.ts';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';
import { manifests } from './manifests.ts';
import { tablesOfPlugins } from './plugin-names.ts';
import { sources } from './sources.ts';

interface Relation {
  readonly name: string;
  readonly kind: 'table' | 'view';
  /** The id of a plugin, or `kernel`. */
  readonly owner: string;
  readonly definition: string | null;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let relations: readonly Relation[];

beforeAll(async () => {
  database = await createTestDatabase();
  relations = await onDatabase(database.url, async (client) => {
    const { rows } = await client.query<Relation>(`
      select relname as name, case relkind when 'v' then 'view' else 'table' end as kind,
        coalesce(substring(pg_get_userbyid(relowner) from '^komak_plugin_(.*)'), 'kernel') as owner,
        case relkind when 'v' then pg_get_viewdef(oid) end as definition
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`);
    return rows;
  });
});
afterAll(() => database.drop());

const namesOf = (chosen: (relation: Relation) => boolean) => relations.filter(chosen).map(({ name }) => name);

test('every table and view belongs to exactly one plugin, which creates it, or to the kernel', () => {
  const created = tablesOfPlugins();
  expect([...created].filter(([, plugins]) => plugins.length > 1)).toEqual([]);
  expect(namesOf(({ name, owner }) => (created.get(name)?.[0] ?? 'kernel') !== owner)).toEqual([]);
  expect([...created.keys()].toSorted()).toEqual(namesOf(({ owner }) => owner !== 'kernel'));
  const ofKernel = sources(/^kernel\/(?!testing\/).*\.(sql|ts)$/)
    .flatMap(({ text }) => [
      ...text.matchAll(/create\s+(?:(?:unlogged\s+)?table|view)\s+(?:if\s+not\s+exists\s+)?(\w+)/g),
    ])
    .map(([, name]) => name);
  expect(namesOf(({ name, owner }) => owner === 'kernel' && !ofKernel.includes(name))).toEqual([]);
});

test('a view is published under the id of its owner, and shows one table of its own', () => {
  const views = relations.filter(({ kind }) => kind === 'view');
  expect(views.length).toBeGreaterThan(5);
  for (const { name, owner, definition } of views) {
    expect(name).toMatch(new RegExp(`^${owner}_v\\d+_[a-z_]+$`));
    // A single table in the last `from`, and nothing that prevents PostgreSQL from inlining the view.
    const [, table = ''] = /\n {3}FROM (\w+);$/.exec(definition ?? '') ?? [];
    expect(relations.find((relation) => relation.name === table)?.owner, name).toBe(owner);
    expect(definition).not.toMatch(/\b(?:distinct|group by|order by|limit|union|over|with)\b/i);
  }
});

test('SQL of a plugin names its own tables, and views of the kernel and of what it requires', () => {
  const owners = new Map(relations.map(({ name, owner }) => [name, owner]));
  const named = manifests.flatMap(({ id, ...manifest }) => {
    const readable = ['kernel', ...requiredIds(manifest)];
    const files = sources(new RegExp(`^plugins/${id}/(server|demo)/.*\\.ts$`));
    return files
      .filter(({ path }) => !/\.test\./.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:from|join|into|update|using|table)\s+(\w+)\b/g)].map(([, name = '']) => ({
          path,
          name,
        })),
      )
      .filter(({ name }) => {
        const owner = owners.get(name);
        if (owner === undefined || owner === id) return false;
        return !(readable.includes(owner) && name.startsWith(`${owner}_v`));
      });
  });
  expect(named).toEqual([]);
});

test('no plugin removes the marker of its statements', () => {
  const files = sources(/^plugins\/.*\.ts$/).filter(({ path }) => !/\.test\./.test(path));
  const found = files.filter(({ text }) =>
    /\bwith(?:out)?Plugins?\(|\b(?:re)?set\s+(?:local\s+)?role\b/i.test(text),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(found.map(({ path }) => path)).toEqual([]);
});
