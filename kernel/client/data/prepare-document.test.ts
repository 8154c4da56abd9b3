import { gql } from '@apollo/client';
import { print } from 'graphql';
import { expect, test } from 'vitest';
import { prepareDocument, completeData } from './prepare-document.ts';

const document = gql`
  query List {
    list @rest(type: "ThingPage", path: "things") {
      items @type(name: "Thing") {
        id
        note
        author {
          uz {
            name
          }
        }
      }
      length
    }
  }
`;

test('adds a type name to nested objects that lack one', () => {
  const text = print(prepareDocument(document));
  expect(text).toContain('author @type(name: "ThingAuthor")');
  expect(text).toContain('uz @type(name: "ThingAuthorUz")');
  expect(text).toContain('items @type(name: "Thing")');
  expect(text).toContain('list(call: "ThingPage things") @rest(type: "ThingPage", path: "things") {');
});

test('leaves a prepared document unchanged', () => {
  const ready = prepareDocument(document);
  expect(print(prepareDocument(ready))).toBe(print(ready));
});

test('completes data from other sources for the cache', () => {
  expect(
    completeData(document, { list: { items: [{ id: 1, author: { uz: { name: 'A' } } }], length: 1 } }),
  ).toEqual({
    list: {
      __typename: 'ThingPage',
      length: 1,
      items: [
        {
          __typename: 'Thing',
          id: 1,
          note: null,
          author: { __typename: 'ThingAuthor', uz: { __typename: 'ThingAuthorUz', name: 'A' } },
        },
      ],
    },
  });
});
