import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Server as SocketServer } from 'socket.io';
import { applicationOf, author, sessionAdmin, startingTables, type Entity, type Tables } from './data.ts';

const root = resolve(import.meta.dirname, '../../..');
const token = 'token-of-the-specification';

/** Deviations requested by a test. */
export interface BackendOptions {
  /** Rejects every change with this body, as a server whose errors have no `err`. */
  readonly rejectWith?: object;
  /** The file `/deployment.json` beside the front end. */
  readonly deployment?: object;
}

/** A server written from only the specification (§3 and §7), with the built front end. */
export interface SpecificationBackend {
  readonly url: string;
  readonly token: string;
  readonly tables: Tables;
  /** Calls that the specification does not have, as `GET /api/uz/…`. */
  readonly unknown: readonly string[];
  /** Every received change: its call and its unmodified body. */
  readonly changes: readonly { readonly call: string; readonly body: unknown }[];
  options: BackendOptions;
  /** Sends an event to every browser. */
  emit(event: 'application_receive' | 'notification_receive', payload: unknown): void;
  /** How many browsers are connected. */
  listeners(): number;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startSpecificationBackend(): Promise<SpecificationBackend> {
  // Browsers keep their connections: closing would wait for them.
  const server = fastify({ forceCloseConnections: true });
  const unknown: string[] = [];
  const changes: { call: string; body: unknown }[] = [];
  const backend = { token, tables: startingTables(), unknown, changes, options: {} as BackendOptions };
  await server.register(multipart, { attachFieldsToBody: 'keyValues' });
  await server.register(fastifyStatic, { root: join(root, 'dist'), index: false, preCompressed: true });
  server.get('/locales/*', sendLocale);
  server.get('/deployment.json', (_request, reply) => backend.options.deployment ?? reply.code(404).send({}));
  server.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/api/uz/') && !isOpen(request) && request.headers.authorization !== token) {
      return reply.code(401).send({ err: 'Avval tizimga kiring' });
    }
    if (request.method === 'GET' || !request.url.startsWith('/api/uz/')) return undefined;
    changes.push({ call: `${request.method} ${pathOf(request)}`, body: request.body });
    if (backend.options.rejectWith && !isOpen(request))
      return reply.code(422).send(backend.options.rejectWith);
    return undefined;
  });
  mountSession(server);
  mountApplications(server, backend.tables);
  mountStatistics(server, backend.tables);
  mountCollections(server, backend.tables);
  const sockets = new SocketServer(server.server, { serveClient: false });
  sockets.use(({ handshake }, next) =>
    handshake.auth['token'] === token ? next() : next(new Error('unauthorized')),
  );
  const page = (await readFile(join(root, 'dist/index.html'), 'utf8')).replaceAll('__CSP_NONCE__', '');
  server.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) {
      unknown.push(`${request.method} ${pathOf(request)}`);
      return reply.code(404).send({ message: 'Not found' });
    }
    return reply.type('text/html; charset=utf-8').send(page);
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return Object.assign(backend, {
    url,
    listeners: () => sockets.of('/').sockets.size,
    emit: (event: string, payload: unknown) => void sockets.emit(event, payload),
    async close() {
      // Closes the server too, and would wait for a browser that is still reading.
      const closed = sockets.close();
      server.server.closeAllConnections();
      await closed;
      await server.close();
    },
  });
}

function isOpen(request: FastifyRequest): boolean {
  return ['/api/uz/admins/login', '/api/uz/chatbot'].includes(pathOf(request));
}

const pathOf = (request: FastifyRequest) => request.url.replace(/\?.*$/, '');

/** The translations: the front end's own folder, served like static files. */
async function sendLocale(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const file = (request.params as { '*': string })['*'];
  if (!/^(uz|ru)\/[a-z_]+\.json$/.test(file)) return reply.code(404).send({});
  const text = await readFile(join(root, 'locales', file), 'utf8').catch(() => null);
  return text === null ? reply.code(404).send({}) : reply.type('application/json').send(text);
}

function mountSession(server: FastifyInstance): void {
  server.post('/api/uz/admins/login', (request, reply) => {
    const { login, password } = request.body as Record<string, string>;
    if (login !== 'aziza' || password !== 'parol')
      return reply.code(400).send({ err: 'Login yoki parol noto‘g‘ri' });
    return { data: { admin: sessionAdmin, token } };
  });
  server.get('/api/uz/admins/admin', () => sessionAdmin);
  server.put('/api/uz/admins/admin/password', () => ({}));
  server.post('/api/uz/chatbot', () => ({
    message: 'Arizalar bo‘limini oching.',
    redirect: '/applications/list',
  }));
  server.put<{ Params: { id: string } }>('/api/uz/notifications/:id', () => ({}));
}

function mountApplications(server: FastifyInstance, tables: Tables): void {
  const base = '/api/uz/applications';
  server.post(base, (request, reply) => {
    const { files: _files, ...fields } = request.body as Record<string, unknown>;
    const made = { ...applicationOf(nextId(tables.applications), 'created'), ...fields };
    tables.applications.unshift(made);
    return reply.code(201).send(made);
  });
  for (const type of ['status', 'message', 'forward'] as const) {
    const path = type === 'status' ? 'statuses' : `${type}s`;
    server.post<{ Params: { id: string }; Body: Record<string, unknown> }>(
      `${base}/:id/actions/${path}`,
      (request, reply) => {
        const found = find(tables.applications, request.params.id);
        if (!found) return reply.code(404).send({});
        const createdAt = new Date().toISOString();
        const { files: _files, ...payload } = request.body;
        const action = {
          id: (found['actions'] as unknown[]).length + 1,
          action_type: type,
          [type]:
            type === 'forward'
              ? { ...payload, receiver: { name: 'Botir Aliyev', role: sessionAdmin.role } }
              : payload,
          sender: { id: 1, ...author, role: sessionAdmin.role },
          createdAt,
          files: [],
        };
        (found['actions'] as unknown[]).push(action);
        if (type === 'status') found['status'] = { ...payload, createdAt };
        return reply.code(201).send(action);
      },
    );
  }
}

function mountStatistics(server: FastifyInstance, tables: Tables): void {
  server.get('/api/uz/stats/location-counts', () => ({
    neighborhoods: tables.neighborhoods.length,
    streets: tables.streets.length,
    households: tables.households.length,
  }));
  server.get('/api/uz/stats/households-locations', () => ({
    neighborhoods: tables.neighborhoods.map(({ coords, color }) => ({ coords, color })),
    households: tables.households.map(({ coords, household_category }) => ({ coords, household_category })),
  }));
  server.get('/api/uz/stats/application-stats', (request) => {
    const metric = { total: tables.applications.length, change_percent: 4.5 };
    const states = ['total', 'created', 'accepted', 'completed', 'rejected', 'canceled', 'late'];
    return {
      applications: pageOf(tables.applications, request),
      statuses: Object.fromEntries(states.map((state) => [state, metric])),
    };
  });
}

function mountCollections(server: FastifyInstance, tables: Tables): void {
  const paths: Readonly<Record<string, keyof Tables>> = { 'admins/roles': 'roles' };
  for (const collection of Object.keys(tables) as (keyof Tables)[]) {
    if (collection === 'roles') continue;
    mountCollection(server, `/api/uz/${collection}`, tables, collection);
  }
  for (const [path, collection] of Object.entries(paths)) {
    mountCollection(server, `/api/uz/${path}`, tables, collection);
  }
  server.post('/api/uz/admins/register', (request, reply) =>
    reply.code(201).send(joined(tables, add(tables.admins, request.body as Record<string, unknown>))),
  );
  server.put<{ Params: { id: string }; Querystring: { blocked?: string } }>(
    '/api/uz/users/user/:id/block',
    (request, reply) => {
      const found = find(tables.users, request.params.id);
      if (!found) return reply.code(404).send({});
      found['blocked'] = request.query.blocked === 'true';
      return found;
    },
  );
}

/** The four calls of a collection, as far as §7's table has them: other calls are reported by `unknown`. */
function mountCollection(
  server: FastifyInstance,
  base: string,
  tables: Tables,
  collection: keyof Tables,
): void {
  const rows = tables[collection];
  server.get(base, (request) =>
    (request.query as Record<string, string>)['pagination'] === 'false'
      ? rows.map(optionOf)
      : pageOf(
          rows.map((row) => joined(tables, row)),
          request,
        ),
  );
  const readable = ['applications', 'neighborhoods', 'household-categories', 'households'];
  if (readable.some((name) => base.endsWith(`/${name}`))) {
    server.get<{ Params: { id: string } }>(`${base}/:id`, (request, reply) => {
      const found = find(rows, request.params.id);
      if (!found) return reply.code(404).send({});
      const whole = joined(tables, found);
      if ((request.query as Record<string, string>)['include'] !== 'users') return whole;
      return {
        ...whole,
        users: [
          { id: 2, first_name: 'Botir', last_name: 'Aliyev', father_name: '', role: sessionAdmin.role },
        ],
      };
    });
  }
  const writable = ['roles', 'neighborhoods', 'streets', 'household-categories', 'directions', 'households'];
  if (writable.some((name) => base.endsWith(`/${name}`))) {
    server.post(base, (request, reply) =>
      reply.code(201).send(joined(tables, add(rows, request.body as Record<string, unknown>))),
    );
  }
  if (base.endsWith('/admins') || writable.some((name) => base.endsWith(`/${name}`))) {
    server.put<{ Params: { id: string } }>(`${base}/:id`, (request, reply) => {
      const found = find(rows, request.params.id);
      return found ? Object.assign(found, request.body) : reply.code(404).send({});
    });
  }
  if (['/admins', '/neighborhoods', '/households'].some((name) => base.endsWith(name))) {
    server.delete<{ Params: { id: string } }>(`${base}/:id`, (request) => {
      const at = rows.findIndex(({ id }) => id === Number(request.params.id));
      if (at >= 0) rows.splice(at, 1);
      return {};
    });
  }
}

/** An entity with the names of its references beside their ids, as in §3. */
function joined(tables: Tables, { directions, neighborhoods, ...row }: Entity): Entity {
  const one = (rows: readonly Entity[], id: unknown) => rows.find((other) => other.id === Number(id));
  const named = (rows: readonly Entity[], ids: unknown) =>
    (ids as unknown[]).flatMap((id) => one(rows, typeof id === 'object' ? (id as Entity).id : id) ?? []);
  const joins: Record<string, keyof Tables> = {
    role: 'roles',
    neighborhood: 'neighborhoods',
    street: 'streets',
    household_category: 'household-categories',
  };
  const names = Object.entries(joins).flatMap(([key, table]) =>
    `${key}_id` in row ? [[key, one(tables[table], row[`${key}_id`])] as const] : [],
  );
  return {
    ...row,
    ...Object.fromEntries(names),
    ...(directions ? { household_directions: directions } : {}),
    ...(neighborhoods ? { neighborhoods: named(tables.neighborhoods, neighborhoods).map(optionOf) } : {}),
  } as Entity;
}

const optionOf = ({ id, uz, ru }: Entity) => ({ id, uz, ru });

function pageOf(rows: readonly Entity[], request: FastifyRequest): object {
  const query = request.query as Record<string, string | undefined>;
  const [page, limit] = [Number(query['page'] ?? 1), Number(query['limit'] ?? 20)];
  const items = rows.slice((page - 1) * limit, page * limit);
  const pagination = { page, limit, total_pages: Math.ceil(rows.length / limit), length: rows.length };
  return request.url.startsWith('/api/uz/applications') ? { items, pagination } : { items, ...pagination };
}

function find(rows: readonly Entity[], id: string): Entity | undefined {
  return rows.find((row) => row.id === Number(id));
}

function add(rows: Entity[], body: Record<string, unknown>): Entity {
  const now = new Date().toISOString();
  const made = { ...body, id: nextId(rows), author, createdAt: now, updatedAt: now };
  rows.push(made);
  return made;
}

const nextId = (rows: readonly Entity[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1;
