import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gql, type TypedDocumentNode } from '@apollo/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { isAborted, RequestError } from './request-error.ts';

interface People {
  readonly people: {
    readonly items: readonly { readonly id: number; readonly name: string }[];
    readonly length: number;
  };
}

const document: TypedDocumentNode<People, { query: string }> = gql`
  query People($query: String!) {
    people(query: $query) @rest(type: "PeoplePage", path: "people?{args.query}") {
      items @type(name: "Person") {
        id
        name
        role {
          uz {
            name
          }
        }
      }
      length
    }
  }
`;

let server: Server;
let base: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let aborted: string[];

beforeEach(async () => {
  aborted = [];
  server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) aborted.push(request.url ?? '');
    });
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => server.closeAllConnections());

function reply(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function page(name: string): unknown {
  return { items: [{ id: 1, name, role: { uz: { name: 'Operator' } } }], page: 1, limit: 20, length: 1 };
}

test('aborts a read that a newer read of the same query replaces, and shows the newer one', async () => {
  const arrived = new Map<string, ServerResponse>();
  let onArrival: () => void = () => undefined;
  respond = (request, response) => {
    arrived.set(request.url ?? '', response);
    onArrival();
  };
  const read = createClient(base).watchQuery({
    query: document,
    variables: { query: 'page=1' },
    context: { readId: 'a', queryDeduplication: false },
  });
  const shown: unknown[] = [];
  const first = new Promise<void>((resolve) => (onArrival = resolve));
  read.subscribe(({ data, loading, error }) => {
    if (error) shown.push(error);
    if (!loading && data) shown.push(data.people?.items?.[0]?.name);
  });
  await first;
  const second = new Promise<void>((resolve) => (onArrival = resolve));
  const changed = read.setVariables({ query: 'page=2' });
  await second;
  reply(arrived.get('/people?page=2') as ServerResponse, page('Second'));
  await changed;
  await expect.poll(() => aborted).toEqual(['/people?page=1']);
  expect(shown).toEqual(['Second']);
});

test('reports nothing about a read that is replaced while its response arrives', async () => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue();
  const fetching = vi.spyOn(globalThis, 'fetch');
  try {
    let hasBegun = () => undefined as void;
    respond = (request, response) => {
      if (request.url !== '/people?page=1') return reply(response, page('Second'));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"items":[', () => hasBegun());
    };
    const began = new Promise<void>((resolve) => (hasBegun = resolve));
    const read = createClient(base).watchQuery({
      query: document,
      variables: { query: 'page=1' },
      context: { readId: 'a', queryDeduplication: false },
    });
    const shown: unknown[] = [];
    read.subscribe(({ data, loading, error }) => {
      if (error) shown.push(error);
      if (!loading && data) shown.push(data.people?.items?.[0]?.name);
    });
    await began;
    // Before the response headers arrive, the read ends differently.
    await fetching.mock.results[0]?.value;
    await new Promise(setImmediate);
    await read.setVariables({ query: 'page=2' });
    await expect.poll(() => aborted).toEqual(['/people?page=1']);
    expect(shown).toEqual(['Second']);
    expect(warning).not.toHaveBeenCalled();
  } finally {
    fetching.mockRestore();
    warning.mockRestore();
  }
});

test('continues an initial read that is requested again while it is in progress', async () => {
  const arrived: ServerResponse[] = [];
  respond = (_request, response) => void arrived.push(response);
  const client = createClient(base);
  const shown: unknown[] = [];
  const read = client.watchQuery({
    query: document,
    variables: { query: 'page=1' },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
    context: { readId: 'a', queryDeduplication: false },
  });
  read.subscribe(({ data, loading, error }) => {
    if (error && !isAborted(error)) shown.push(error.message);
    if (!loading && data) shown.push(data.people?.items?.[0]?.name);
  });
  await expect.poll(() => arrived.length).toBe(1);
  const again = client.refetchQueries({ include: 'active' });
  await expect.poll(() => arrived.length).toBe(2);
  await expect.poll(() => aborted.length).toBe(1);
  reply(arrived[1] as ServerResponse, page('Second'));
  await again;
  expect(shown).toEqual(['Second']);
});

test('sends one request for components that begin the same read together, and none for a later one', async () => {
  const requested: string[] = [];
  const arrived: ServerResponse[] = [];
  respond = (request, response) => {
    requested.push(request.url ?? '');
    arrived.push(response);
  };
  const client = createClient(base);
  const shown: string[] = [];
  const observe = (readId: string) => {
    const read = client.watchQuery({
      query: document,
      variables: { query: 'page=1' },
      fetchPolicy: 'network-only',
      context: { readId, queryDeduplication: false },
    });
    const subscription = read.subscribe(({ data, loading, error }) => {
      if (error && !isAborted(error)) shown.push(error.message);
      if (!loading && data) shown.push(`${readId}: ${data.people?.items?.[0]?.name}`);
    });
    return { read, subscription };
  };
  const card = observe('card');
  observe('row');
  await expect.poll(() => arrived.length).toBe(1);
  // The other one still waits for the response.
  card.subscription.unsubscribe();
  const late = observe('late');
  await expect.poll(() => arrived.length).toBe(2);
  reply(arrived[0] as ServerResponse, page('First'));
  reply(arrived[1] as ServerResponse, page('Second'));
  await expect.poll(() => shown).toContain('late: Second');
  expect(shown).toContain('row: First');
  // A component that begins it twice shares its own request, too.
  const again = [late.read.refetch(), late.read.refetch()];
  await expect.poll(() => arrived.length).toBe(3);
  reply(arrived[2] as ServerResponse, page('Third'));
  await Promise.allSettled(again);
  await expect.poll(() => shown).toContain('late: Third');
  expect(requested).toHaveLength(3);
  expect(shown.filter((line) => line.startsWith('card'))).toEqual([]);
  expect(aborted).toEqual([]);
  late.subscription.unsubscribe();
});

test('a component that replaces a shared read leaves it to the others', async () => {
  const arrived = new Map<string, ServerResponse>();
  respond = (request, response) => void arrived.set(request.url ?? '', response);
  const client = createClient(base);
  const shown: string[] = [];
  const [card] = ['card', 'row'].map((readId) => {
    const read = client.watchQuery({
      query: document,
      variables: { query: 'page=1' },
      context: { readId, queryDeduplication: false },
    });
    read.subscribe(({ data, loading, error }) => {
      if (error && !isAborted(error)) shown.push(error.message);
      if (!loading && data) shown.push(`${readId}: ${data.people?.items?.[0]?.name}`);
    });
    return read;
  });
  await expect.poll(() => arrived.size).toBe(1);
  const changed = card?.setVariables({ query: 'page=2' });
  await expect.poll(() => arrived.size).toBe(2);
  reply(arrived.get('/people?page=1') as ServerResponse, page('First'));
  await expect.poll(() => shown).toEqual(['row: First']);
  expect(aborted).toEqual([]);
  reply(arrived.get('/people?page=2') as ServerResponse, page('Second'));
  await changed;
  expect(shown).toContain('card: Second');
});

test('continues a read of another query', async () => {
  respond = (request, response) => {
    setTimeout(() => reply(response, page(request.url ?? '')), request.url?.endsWith('1') ? 60 : 0);
  };
  const client = createClient(base);
  const read = (readId: string, query: string) =>
    client.query({
      query: document,
      variables: { query },
      fetchPolicy: 'network-only',
      context: { readId, queryDeduplication: false },
    });
  const [one, two] = await Promise.all([read('a', 'page=1'), read('b', 'page=2')]);
  expect(one.data?.people.items[0]?.name).toBe('/people?page=1');
  expect(two.data?.people.items[0]?.name).toBe('/people?page=2');
  expect(aborted).toEqual([]);
});

test('stores the responses of two calls separately if their fields have the same name', async () => {
  const client = createClient(base);
  const documentOf = (
    path: string,
  ): TypedDocumentNode<{ readonly list: readonly { readonly id: number }[] }> =>
    gql(`query List { list @rest(type: "[Thing]", path: "${path}") { id } }`);
  const idsOf = async (path: string, fetchPolicy: 'network-only' | 'cache-only') =>
    (await client.query({ query: documentOf(path), fetchPolicy })).data?.list.map(({ id }) => id);
  respond = ({ url = '' }, response) => reply(response, [{ id: url.length }]);
  expect(await idsOf('a', 'network-only')).toEqual([2]);
  expect(await idsOf('abc', 'network-only')).toEqual([4]);
  expect(await idsOf('a', 'cache-only')).toEqual([2]);
});

test('sends no header of its own besides credential and language', async () => {
  let headers: string[] = [];
  respond = (request, response) => {
    headers = Object.keys(request.headers);
    reply(response, page('One'));
  };
  await createClient(base).query({ query: document, variables: { query: '' }, context: { readId: 'a' } });
  expect(headers).toContain('accept-language');
  expect(headers.filter((name) => name.startsWith('x-'))).toEqual([]);
});

test('reads a list with its totals beside it, under "pagination", or without totals', async () => {
  const items = [{ id: 1, name: 'One' }];
  const bodies = [
    { items, page: 1, limit: 20, total_pages: 1, length: 41 },
    { items, pagination: { page: 1, limit: 20, total_pages: 3, length: 41 } },
    items,
  ];
  const lengths: (number | undefined)[] = [];
  for (const body of bodies) {
    respond = (_request, response) => reply(response, body);
    const { data } = await createClient(base).query({ query: document, variables: { query: '' } });
    lengths.push(data?.people.length);
  }
  expect(lengths).toEqual([41, 41, 1]);
});

test('reports a failure with the message of the server', async () => {
  respond = (_request, response) => reply(response, { err: 'Topilmadi.', code: 'not_found' }, 404);
  const { error } = await createClient(base).query({
    query: document,
    variables: { query: '' },
    errorPolicy: 'all',
  });
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({ status: 404, code: 'not_found', text: 'Topilmadi.' });
});

test('reports a lost connection with the message of the client', async () => {
  respond = (request) => request.socket.destroy();
  const { error } = await createClient(base).query({
    query: document,
    variables: { query: '' },
    errorPolicy: 'all',
  });
  expect(error).toMatchObject({ status: 0, code: 'network' });
});
