import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApiClient } from '#kernel/testing/api.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { byLength, isFullLength } from '../support/test-length.ts';

/** Slow senders of each kind. */
const sendersPerKind = byLength(15, 400);
/** Milliseconds between two bytes. */
const byteIntervalMs = byLength(100, 1000);

/** The content length that slow senders declare. */
const declaredLength = '200000';

let server: TestServer;
let admin: ApiClient;
/** Each sends only a few of the files: each admin has a limited share of concurrent uploads. */
let senders: readonly ApiClient[] = [];
/** The number of files that one admin sends concurrently. */
const filesPerSender = 5;
/** Slow bodies that the server has started to read. */
let startedBodies = 0;
const realNow = performance.now.bind(performance);

beforeAll(async () => {
  subscribe('http.server.request.start', onRequestStart);
  server = await testServer();
  admin = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  senders = await Promise.all(
    Array.from({ length: Math.ceil(sendersPerKind / filesPerSender) }, () =>
      server.signIn({ role: 'super_admin', permissions: ['application_receiver'] }),
    ),
  );
  await admin.get('/health/live');
}, 240_000);
afterAll(async () => {
  unsubscribe('http.server.request.start', onRequestStart);
  vi.restoreAllMocks();
  await server?.close();
}, 60_000);

function onRequestStart(message: unknown): void {
  const { request, server: httpServer } = message as { request: IncomingMessage; server: Server };
  // The timeout of headers is Node's, which uses its own clock.
  if (!isFullLength) httpServer.headersTimeout = 2000;
  if (request.headers['content-length'] === declaredLength) startedBodies++;
}

/** Moves the clock past the half minute that every body may take, once all bodies have started. */
async function skipHalfAMinute(): Promise<void> {
  await vi.waitFor(() => expect(startedBodies).toBe(2 * sendersPerKind));
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 31_000);
}

/** The part of each kind of request that is sent immediately, before the rest follows byte by byte. */
function requestStarts(sender: number): Readonly<Record<string, string>> {
  const { token } = senders[Math.floor(sender / filesPerSender)] ?? admin;
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: komak\r\nauthorization: ${token ?? ''}\r\ncontent-type: ${type}\r\n` +
    `content-length: ${declaredLength}\r\n\r\n`;
  return {
    headers: 'GET /api/uz/plugins HTTP/1.1\r\nhost: komak\r\nx-slow: ',
    'a body': `${head('/api/uz/admins/login', 'application/json')}{"login": "`,
    'a file':
      head('/api/uz/applications', 'multipart/form-data; boundary=komak') +
      '--komak\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n' +
      'content-type: application/pdf\r\n\r\n%PDF-1.7\n',
  };
}

/**
 * Sends one byte at a time until the server closes the connection; returns the response and the milliseconds.
 */
async function sendSlowly(requestStart: string): Promise<{ response: string; took: number }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const began = realNow();
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => (response += text));
  // The server closes the connection while a byte is in transit.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  await once(socket, 'connect');
  socket.write(requestStart);
  const timer = setInterval(() => socket.write('a'), byteIntervalMs);
  await closed;
  clearInterval(timer);
  return { response, took: realNow() - began };
}

/**
 * Counts open files and connections of this process, which is client and server; 0 if the system does not
 * list them.
 */
async function descriptors(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}

/** The files of running uploads. */
async function incoming(): Promise<string[]> {
  return readdir(join(server.data, 'files', 'incoming')).catch(() => []);
}

test(
  `ends ${3 * sendersPerKind} senders of a byte at a time with 408, serves others, and leaves nothing`,
  async () => {
    const before = await descriptors();
    const kinds = Object.keys(requestStarts(0));
    const sending = kinds.map((kind) =>
      Promise.all(
        Array.from({ length: sendersPerKind }, (_, sender) => sendSlowly(requestStarts(sender)[kind] ?? '')),
      ),
    );
    const end = new AbortController();
    const served: number[] = [];
    const otherCalls = (async () => {
      while (!end.signal.aborted) {
        const began = realNow();
        const body = { login: 'nobody', password: 'not this one' };
        const calls = [admin.get('applications'), admin.get('/health/ready')];
        expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
        served.push(realNow() - began);
        if (served.length === 1) expect((await admin.post('admins/login', body)).status).toBe(401);
        await sleep(50);
      }
    })();
    if (!isFullLength) await skipHalfAMinute();
    const outcomes = await Promise.all(sending);
    end.abort();
    await otherCalls;
    for (const [index, ended] of outcomes.entries()) {
      const kind = kinds[index] ?? '';
      for (const { response } of ended) {
        expect(response, kind).toMatch(/^HTTP\/1\.1 408 .*\r\n/);
        expect(response, kind).toContain('"code":"malformed"');
      }
      const longest = Math.max(...ended.map(({ took }) => took));
      if (isFullLength) expect(longest, kind).toBeLessThan(index === 0 ? 20_000 : 45_000);
      process.stdout.write(
        `  ${sendersPerKind} × ${kind}, a byte every ${byteIntervalMs} ms: ended after ${(longest / 1000).toFixed(1)} s at most\n`,
      );
    }
    const times = served.toSorted((one, other) => one - other);
    process.stdout.write(
      `  meanwhile ${served.length} pairs of other calls, ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms median, ${times.at(-1)?.toFixed(0)} ms at most\n`,
    );
    await vi.waitFor(async () => expect(await incoming()).toEqual([]));
    // Connections of the pool and of this client open and close.
    await vi.waitFor(async () => expect(await descriptors()).toBeLessThan(before + 20), { timeout: 60_000 });
  },
  byLength(60_000, 300_000),
);
