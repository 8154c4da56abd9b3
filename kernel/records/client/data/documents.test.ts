import { InMemoryCache } from '@apollo/client';
import { print } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { superAdmin } from '#kernel/contract/index.ts';
import { defineRecord } from '#kernel/records/contract/index.ts';
import { optionsDocument, recordDocument, recordsDocument } from './documents.ts';
import { recordDocuments } from './record-documents.ts';

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

test('a list requests the fields that lists show, and the author if there is one', () => {
  const pond = defineRecord({
    plugin: 'ponds',
    name: 'pond',
    type: 'Pond',
    table: 'ponds',
    path: 'ponds',
    page: '/ponds',
    access: superAdmin,
    readOnly: true,
    authored: true,
    fields: { depth: z.int(), bank: z.object({ id: z.int(), color: z.string() }), fish: z.array(z.string()) },
    detailFields: ['fish'],
    sorts: ['createdAt'],
    filters: {},
    calls: { list: 'Ponds', detail: 'A pond' },
  });
  const { page, detail } = recordDocuments(pond);
  const fieldsOf = (document: typeof page | typeof detail) => print(document).replaceAll(/\s+/g, ' ');
  const author = 'author { first_name last_name } createdAt updatedAt';
  expect(fieldsOf(page)).toContain(`{ id depth bank { id color } ${author} }`);
  expect(fieldsOf(detail)).toContain(`{ id depth bank { id color } fish ${author} }`);
  expect(Object.keys(pond.schema.shape).slice(-3)).toEqual(['author', 'createdAt', 'updatedAt']);
});
