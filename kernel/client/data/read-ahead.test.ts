import { gql } from '@apollo/client';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchEarly } from '../preload/early.ts';
import type { ListDocument } from './first-read.ts';
import { readAhead } from './read-ahead.ts';
import { callWatch } from './request.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  callWatch.begin = undefined;
});

const document: ListDocument = gql`
  query Streets($query: String!) {
    streets(query: $query) @rest(type: "StreetPage", path: "streets?{args.query}") {
      items {
        id
      }
    }
  }
`;

function stubLine() {
  const line = vi.fn((_address: string) => Promise.resolve(new Response('[]')));
  vi.stubGlobal('fetch', line);
  return line;
}

test('makes the call of a list, which its read then takes', async () => {
  const line = stubLine();
  readAhead(document, 'page=2&limit=20');
  const address = '/api/uz/streets?page=2&limit=20';
  expect(line.mock.calls.map(([asked]) => asked)).toEqual([address]);
  await fetchEarly(address);
  expect(line).toHaveBeenCalledTimes(1);
});

test('leaves a traced call to the read', () => {
  const line = stubLine();
  callWatch.begin = () => null;
  readAhead(document, 'page=3&limit=20');
  expect(line).not.toHaveBeenCalled();
});
