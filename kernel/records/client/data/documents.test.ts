import { InMemoryCache } from '@apollo/client';
import { expect, test } from 'vitest';
import { optionsDocument, recordDocument, recordsDocument } from './documents.ts';

const kinds = [
  { type: 'Street', path: 'streets', fields: 'name' },
  { type: 'Direction', path: 'directions', fields: 'name' },
];

test('caches records of different kinds apart', () => {
  const cache = new InMemoryCache();
  for (const kind of kinds) {
    const one = { __typename: `${kind.type}Option`, id: 1, name: kind.type };
    cache.writeQuery({ query: optionsDocument(kind), data: { options: [one] } });
    cache.writeQuery({ query: recordDocument(kind), variables: { id: '1' }, data: { record: one } });
    cache.writeQuery({
      query: recordsDocument(kind),
      variables: { query: 'page=1' },
      data: {
        records: {
          items: [one],
          page: 1,
          limit: 20,
          total_pages: 1,
          length: 1,
          capped: false,
          order_capped: false,
        },
      },
    });
  }
  for (const kind of kinds) {
    expect(cache.readQuery({ query: optionsDocument(kind) })).toMatchObject({
      options: [{ name: kind.type }],
    });
    expect(cache.readQuery({ query: recordDocument(kind), variables: { id: '1' } })).toMatchObject({
      record: { name: kind.type },
    });
    expect(cache.readQuery({ query: recordsDocument(kind), variables: { query: 'page=1' } })).toMatchObject({
      records: { items: [{ name: kind.type }] },
    });
  }
});
