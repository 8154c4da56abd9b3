import { describe, expect, test } from 'vitest';
import { namesIn } from './find-retired.ts';
import { namesInSql, renamedInSql, sqlIn } from './sql-names.ts';
import { retiredIn, retiredInKey, retiredInSql, retiredWords } from './vocabulary.ts';

const usesOf = (name: string) => retiredIn(name).map(({ use }) => use);

describe('retired words', () => {
  test.each([
    ['createSwitchboard', 'plugin manager'],
    ['dawdlers', 'slow body timeout'],
    ['site-pass', 'embed token'],
    ['KeptWithPatience', 'timeout in milliseconds'],
    ['useWish', 'one-time parameter'],
    ['komak_hearing', 'notifications connected'],
    ['What the server hears of others', 'is recipient, on message'],
  ])('are found in %s', (name, use) => {
    expect(usesOf(name)).toContain(use);
  });

  test.each(['foldersOf', 'halfOfTheWidth', 'outlineColor', 'impatient', 'answers', 'hotkey', 'lookup'])(
    'are not found in %s',
    (name) => {
      expect(usesOf(name)).toEqual([]);
    },
  );

  test.each([
    ['plan.fills', 'extensions'],
    ['plan.told', 'notified'],
    ['list.fold', 'normalize for search, compact'],
    ['check.goneMeanwhile', 'deleted by other'],
  ])('are found in the key %s', (key, use) => {
    expect(retiredInKey(key).map((word) => word.use)).toContain(use);
  });

  test('of keys are not found in identifiers, nor in longer parts of keys', () => {
    expect(usesOf('untouched')).toEqual([]);
    expect(retiredInKey('plan.overlaps')).toEqual([]);
  });

  test('are not among their own replacements', () => {
    const wrong = retiredWords.filter(({ use }) => retiredIn(use).length > 0);
    expect(wrong).toEqual([]);
  });
});

test('reads paths, codes and the ids of hooks in product code', () => {
  const text = `
    import './dawdlers.ts';
    const show = route({ path: 'intake/cases/:id', summary: 'The wish of a citizen' });
    const one = hook('neighborhoods.border_homes');
    throw fail('receiver_unfit', { path: \`plugins/\${plugin}/outside-plan\` });`;
  const ids = namesIn({ path: 'kernel/x.ts', text }).filter(([, kind]) => kind === 'id');
  expect(ids.map(([, , name]) => name)).toEqual([
    'intake/cases/:id',
    'neighborhoods.border_homes',
    'receiver_unfit',
    'plugins/',
  ]);
  expect(usesOf('plugins/:id/outside')).toContain('id external');
});

test('reads identifiers, types, properties and test titles of a file', () => {
  const text = `
    import { dawdlers } from './x.ts';
    interface Switchboard { readonly patience: number }
    export const grain = ({ kept }: Switchboard) => kept.hearing;
    class Gate { #asked = ''; }
    test('a wish is granted', () => {});
    test.each([1])('a wish for %i', () => test.step('a second wish', () => {}));
    test(\`a wish in \${language}\`, () => {});`;
  const names = namesIn({ path: 'kernel/x.test.ts', text }).map(([, , name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'dawdlers',
      'Switchboard',
      'patience',
      'grain',
      'kept',
      'hearing',
      'asked',
      'a wish is granted',
      'a wish for %i',
      'a second wish',
      'a wish in  … ',
    ]),
  );
});

test('reads the names of GraphQL documents', () => {
  const text = `
    const document = gql\`
      query ReadyReplies($id: String!) { early: kept @rest(type: "Wish", path: "intake") { \${fields} told } }
    \`;
    const called = gql(\`query Fills { fills }\`);
    const other = sql\`select hearing\`;`;
  const names = namesIn({ path: 'kernel/x.tsx', text }).filter(([, kind]) => kind === 'name in GraphQL');
  expect(names.map(([, , name]) => name)).toEqual(
    expect.arrayContaining(['ReadyReplies', 'id', 'early', 'kept', 'Wish', 'told', 'Fills', 'fills']),
  );
  expect(names.map(([, , name]) => name)).not.toContain('hearing');
});

test('reads the names of screenshots', () => {
  const text = `
    testScreens([{ name: 'list-meanwhile', path: '/list' }, { name: \`letters-case-\${kind}\`, path: '/letters' }]);
    await checkScreen(page, 'list-told');`;
  const screens = namesIn({ path: 'tests/e2e/x.spec.ts', text }).filter(([, kind]) => kind === 'screen');
  expect(screens.map(([, , name]) => name)).toEqual(['list-meanwhile', 'letters-case- … ', 'list-told']);
});

describe('names in SQL', () => {
  test('are read from templates, prepared texts and queries', () => {
    const text = `
      const one = sql\`select asked.id from \${table} as asked where note = 'it is kept' -- or told\`;
      const two = prepared('with switchboard as (select 1) table switchboard');
      await client.query(\`select tell_all(\${id})\`);`;
    expect(namesInSql(sqlIn({ path: 'kernel/x.ts', text }))).toEqual(
      expect.arrayContaining(['asked', 'id', 'note', 'switchboard', 'tell_all']),
    );
    expect(namesInSql(sqlIn({ path: 'kernel/x.ts', text }))).not.toContain('kept');
  });

  test('are read from the bodies of functions too', () => {
    const text = "create function tell() returns text as $$ begin return 'kept' || asked_admin; end $$;";
    expect(namesInSql(text)).toEqual(expect.arrayContaining(['tell', 'asked_admin']));
    expect(namesInSql(text)).not.toContain('kept');
  });

  test('are former names once a migration has renamed or dropped them', () => {
    const text = `
      alter function tell_all(jsonb) rename to notify_all;
      alter table notes rename column told to reported;
      drop index if exists notes_folded;`;
    expect([...renamedInSql([{ path: 'x.sql', text }])]).toEqual(['tell_all', 'told', 'notes_folded']);
  });

  test.each([
    ['tell_session_end', 'notify, add'],
    ['asked', 'requested, input'],
    ['user_unfold', 'reset search key'],
    ['kept', 'cached response'],
  ])('have the retired word of %s', (name, use) => {
    expect(retiredInSql(name).map((word) => word.use)).toContain(use);
  });

  test.each(['having', 'repeatable', 'task_count'])('have no retired word in %s', (name) => {
    expect(retiredInSql(name)).toEqual([]);
  });
});
