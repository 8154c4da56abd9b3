/**
 * One test for each known class of attack: those proved elsewhere are listed in `classes.ts`, the others are
 * here.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '#kernel/server/http/docs/openapi.ts';
import { Redirect } from '#kernel/server/http/responses/raw-responses.ts';
import { samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { manifests } from '../../architecture/manifests.ts';
import { operationsOf, type Operation } from '../document.ts';
import { titlesIn } from '../../support/test-titles.ts';
import { permissions } from '../leaks/callers.ts';
import { classes, type AttackTest } from './classes.ts';
import { guardedCalls, isGuarded } from './guarded-calls.ts';

const root = resolve(import.meta.dirname, '../../..');
const listed = 'https://sayt.example.uz';

let dist: string;
let server: TestServer;
let chief: ApiClient;
let operations: Operation[];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'komak-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<p nonce="__CSP_NONCE__">page</p>');
  await writeFile(join(dist, 'assets/app-1.js'), 'plain');
  server = await testServer({
    plugins: [...manifests.map(({ id }) => id), samplePlugin],
    dist,
    deployment: { allowedOrigins: [listed] },
  });
  chief = await server.signIn({ role: 'super_admin', permissions: [...permissions, 'note_add'] });
  operations = operationsOf(describeApi(server.services, '/api/uz'));
});
afterAll(async () => {
  await server?.close();
  await rm(dist, { recursive: true });
});

/** Sends raw bytes, and reads until the server closes the connection. */
function sendRaw(text: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setEncoding('utf8').on('data', (part: string) => void (heard += part));
    socket.on('close', () => done(heard));
    socket.on('error', failed);
  });
}

const headersOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(server.url + path, { headers })).headers;

describe('every class', () => {
  test.each<[string, readonly AttackTest[]]>(Object.entries(classes))(
    '%s: its proofs exist',
    async (_name, proofs) => {
      expect(proofs.length).toBeGreaterThan(0);
      for (const { file, title } of proofs) {
        const text = await readFile(join(root, file), 'utf8');
        expect(titlesIn(text), `${file} has no test '${title}'`).toContain(title);
      }
    },
  );

  test('is tested on each call about erasures, versions, deleted records, sessions, passkeys, the audit log and unmasked values', () => {
    const declared = server.services.plugins.loaded.flatMap(({ id, module }) =>
      (module.routes ?? []).flatMap(({ method, path }) => (isGuarded(id, path) ? [`${method} ${path}`] : [])),
    );
    expect(declared.toSorted()).toEqual(Object.keys(guardedCalls).toSorted());
    expect(Object.entries(guardedCalls).filter(([, attacks]) => attacks.length === 0)).toEqual([]);
  });

  test('contains every test of this file', async () => {
    const text = await readFile(import.meta.filename, 'utf8');
    const titles = [...text.matchAll(/^test\('([^']+)'/gm)].map(([, title]) => title);
    const proved = Object.values<readonly AttackTest[]>(classes)
      .flat()
      .filter(({ file }) => file.endsWith('advisories.test.ts'));
    expect(titles.toSorted()).toEqual(proved.map(({ title }) => title).toSorted());
  });
});

test('ignores a credential in the address or in a cookie', async () => {
  const { token = '' } = chief;
  for (const name of ['access-token', 'access_token', 'token', 'authorization']) {
    const response = await server.api().get(`admins/admin?${name}=${token}`, { headers: { cookie: `${name}=${token}` } });
    expect(response.status, name).toBe(401);
  }
  expect((await chief.get('admins/admin')).status).toBe(200);
}); // prettier-ignore

test('redirects only to a path of this installation, however it is written', () => {
  const foreign = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '\\\\evil', '/a\\b', '/a b', ''];
  for (const path of foreign) expect(() => new Redirect(path), path).toThrow();
  expect(new Redirect('/login?from=%2F').location).toBe('/login?from=%2F');
}); // prettier-ignore

test('rejects fields that a call does not name', async () => {
  const withBody = operations.filter(
    // Intake rejects requests without a site before reading them, blocking validates its query first, and a
    // bulk job its kind.
    ({ body, path }) =>
      body !== null &&
      !/\/intake\/(tickets|codes|files|applications|identities|letter-checks)|\/block$|\/applications\/batches$/.test(
        path,
      ),
  );
  expect(withBody.length).toBeGreaterThan(25);
  const problems: string[] = [];
  for (const { method, path, body } of withBody) {
    const address = path.replaceAll(/{id}|{passkey}/g, '1').replace('/plugins/1', '/plugins/streets');
    const isForm = 'multipart/form-data' in (body ?? {});
    const headers = {
      authorization: chief.token ?? '',
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    };
    const form = new FormData();
    form.append('owner_of_all', '1');
    const response = await fetch(server.url + address, {
      method,
      headers,
      body: isForm ? form : JSON.stringify({ owner_of_all: 1 }),
    });
    const { fields } = (await response.json()) as { fields?: object };
    if (response.status !== 422 || !Object.hasOwn(fields ?? {}, 'owner_of_all')) {
      problems.push(`${method} ${path}: ${response.status} ${JSON.stringify(fields)}`);
    }
  }
  expect(problems).toEqual([]);
});

test('rejects sorting or filtering a list by fields that it does not name', async () => {
  const lists = operations.filter(
    ({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'sort_by'),
  );
  expect(lists.length).toBeGreaterThan(8);
  for (const { path } of lists) {
    for (const query of ['sort_by=password_hash', 'sort_by=id%3Bselect', 'password_hash=x', 'sort_order=desc%20nulls']) {
      const { status } = await chief.get(`${path}?${query}`);
      expect(status, `${path}?${query}`).toBe(422);
    }
  }
}); // prettier-ignore

test('requires a token of a reconnecting socket', async () => {
  const socket = io(server.url, { auth: { token: chief.token }, forceNew: true, transports: ['websocket'] });
  const packets: string[] = [];
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => void packets.push(String(data)));
  await new Promise((done) => socket.once('connect', () => done(null)));
  // A recoverable session would have a private id.
  expect(packets.find((packet) => packet.startsWith('0{"sid"') && packet.includes('"pid"'))).toBeUndefined();
  expect(socket.recovered ?? false).toBe(false);
  socket.auth = { token: 'x'.repeat(43) };
  const rejected = new Promise<string>((done) =>
    socket.once('connect_error', ({ message }) => done(message)),
  );
  socket.disconnect().connect();
  expect(await rejected).toBe('unauthenticated');
  socket.disconnect();
});

test('the page runs its own scripts, and turns no text into a script', async () => {
  const policy = (await headersOf('/')).get('content-security-policy') ?? '';
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
  expect(rules.get('script-src')).toMatch(/^script-src 'self' 'nonce-[\w+/]{22}=='$/);
  expect(rules.get('object-src')).toBe("object-src 'none'");
  expect(rules.get('base-uri')).toBe("base-uri 'none'");
  expect(rules.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(rules.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  expect(rules.get('trusted-types')).toBe('trusted-types default');
  expect(policy).not.toContain('unsafe');
});

test('allows no other site to read a response, and uses no cookie', async () => {
  for (const origin of ['https://evil.example', 'null', `${listed}.evil.example`, 'http://sayt.example.uz']) {
    for (const path of ['/api/uz/plugins', '/api/uz/admins/admin', '/locales/uz/kernel.json', '/']) {
      expect((await headersOf(path, { origin })).get('access-control-allow-origin'), `${origin} ${path}`).toBeNull();
    }
  }
  const own = await headersOf('/api/uz/plugins', { origin: listed });
  expect(own.get('access-control-allow-origin')).toBe(listed);
  expect(own.get('access-control-allow-credentials')).toBeNull();
}); // prettier-ignore

test('sends the declared content type, and responses of the API are not cached', async () => {
  const paths = ['/', '/login', '/assets/app-1.js', '/assets/none.js', '/nothing.png', '/locales/uz/kernel.json', '/health/live', '/health/ready', '/api/docs/openapi.json', '/widgets/none.html'];
  const calls = ['/api/uz/plugins', '/api/uz/admins/admin', '/api/uz/nothing', '/api/uz/files/1', '/api/uz/%zz'];
  for (const path of [...paths, ...calls]) {
    expect((await headersOf(path)).get('x-content-type-options'), path).toBe('nosniff');
  }
  for (const path of calls) {
    expect((await headersOf(path, { authorization: chief.token ?? '' })).get('cache-control'), path).toContain('no-store');
  }
}); // prettier-ignore

test('omits an invalid host name from every policy', async () => {
  for (const host of ["evil.example; script-src *", "x' 'unsafe-inline", 'evil.example/*']) {
    const heard = await sendRaw(`GET / HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
    const policy = /content-security-policy: (.*)/i.exec(heard)?.[1] ?? '';
    expect(policy).not.toContain(host);
    expect(heard).toMatch(/^HTTP\/1\.1 (200|400)/);
  }
}); // prettier-ignore

test('serves no path outside of the static folder', async () => {
  const secret = join(dist, '..', `${Date.now()}-secret.json`);
  await writeFile(secret, '{"secret":"bu-sir"}');
  const name = secret.slice(secret.lastIndexOf('/') + 1);
  const ways = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '....//', '%252e%252e%252f', '..%c0%af', './../'];
  for (const start of ['/', '/assets/', '/locales/uz/', '/widgets/', '/locales/']) {
    for (const way of ways) {
      const heard = await sendRaw(`GET ${start}${way}${way}${name} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(heard.includes('bu-sir'), `${start}${way}`).toBe(false);
    }
  }
  await rm(secret);
}); // prettier-ignore

test('ignores prototype keys of a body', async () => {
  const bodies = ['{"text":"yaxshi","__proto__":{"polluted":1}}', '{"text":"yaxshi","constructor":{"prototype":{"polluted":1}}}'];
  for (const body of bodies) {
    const response = await fetch(`${server.url}/api/uz/sample/notes`, {
      method: 'POST',
      headers: { authorization: chief.token ?? '', 'content-type': 'application/json' },
      body,
    });
    expect([400, 422]).toContain(response.status);
  }
  const form = new FormData();
  form.append('__proto__', '1');
  form.append('text', 'yaxshi');
  const sent = await fetch(`${server.url}/api/uz/sample/uploads`, {
    method: 'POST',
    headers: { authorization: chief.token ?? '' },
    body: form,
  });
  expect([400, 422]).toContain(sent.status);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
}); // prettier-ignore

test('rejects a request with two lengths', async () => {
  const head = 'POST /api/uz/admins/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const inner = 'GET /api/uz/plugins HTTP/1.1\r\nHost: a\r\n\r\n';
  const doubtful = [
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Content-Length: 2\r\nContent-Length: 50\r\n\r\n{}${inner}`,
    `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Content-Length: +2\r\n\r\n{}${inner}`,
  ];
  for (const request of doubtful) {
    const heard = await sendRaw(request);
    expect(heard.match(/^HTTP\/1\.1 \d+/gm), request).toEqual(['HTTP/1.1 400']);
  }
});

test('ignores method overrides in headers', async () => {
  const note = await chief.post<{ id: number }>('sample/notes', { text: 'qoladi' });
  const disguise = {
    'x-http-method-override': 'DELETE',
    'x-method-override': 'DELETE',
    'x-http-method': 'DELETE',
  };
  await chief.get(`sample/notes/${note.body.id}?_method=DELETE`, { headers: disguise });
  await chief.post(`sample/notes/${note.body.id}`, undefined, { headers: disguise });
  const { body } = await chief.get<{ id: number }[]>('sample/notes');
  expect(body.map(({ id }) => id)).toContain(note.body.id);
});

test('reports an internal error without details', async () => {
  const { status, body } = await chief.upload<object>('sample/uploads', { text: 'fail' });
  expect(status).toBe(500);
  expect(Object.keys(body).toSorted()).toEqual(['code', 'err', 'message']);
  expect(JSON.stringify(body)).not.toMatch(/on purpose|\.ts|at |select|postgres/i);
});
