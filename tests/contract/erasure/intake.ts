import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { pdf } from '#kernel/testing/samples.ts';
import type { ApiClient, TestServer, TestServerOptions } from '#kernel/testing/server.ts';
import type { IntakeForm, Receipt, SiteSecrets } from '#plugins/intake/contract.ts';

const site = 'https://shahar.example';

/** A site that sends applications and receives webhooks, and the SMS gateway; both record their messages. */
export interface IntakeEndpoints {
  readonly options: TestServerOptions;
  readonly webhook: string;
  /** The bodies of webhooks, as received. */
  readonly webhooks: readonly string[];
  readonly texts: readonly string[];
  close(): void;
}

/** Starts both, before the server that calls them. */
export async function openIntakeEndpoints(): Promise<IntakeEndpoints> {
  const webhooks: string[] = [];
  const texts: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      (request.url === '/sms' ? texts : webhooks).push(body);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const intake = { visitors: true, proofBits: 8, gateway: `${base}/sms` };
  return {
    options: { config: { intake }, deployment: { allowedOrigins: [site] } },
    webhook: `${base}/hook`,
    webhooks,
    texts,
    close: () => void receiver.close(),
  };
}

/** The citizen's own submissions. */
export interface SubmittedApplications {
  /** Through the site, and through the widget. */
  readonly applicationIds: readonly [number, number];
  readonly receipts: readonly Receipt[];
  /** A file that no application names. */
  readonly looseFileId: number;
}

interface Words {
  readonly citizen: object;
  readonly phone: string;
  readonly plan: string;
  readonly file: string;
  readonly looseFile: string;
  readonly request: string;
}

/**
 * Applies through a site's key and through the widget, with a verified phone; the office sends a request
 * about both.
 */
export async function applyOnline(
  server: TestServer,
  { endpoints, chief, neighborhoodId, words }: { endpoints: IntakeEndpoints; chief: ApiClient; neighborhoodId: number; words: Words }, // prettier-ignore
): Promise<SubmittedApplications> {
  const made = await chief.post<SiteSecrets>('intake/sites', { name: 'Bot', origins: [], rate: 1000, webhook: endpoints.webhook }); // prettier-ignore
  expect(made.status).toBe(201);
  const byKey = { 'x-komak-key': made.body.key };
  const byTicket = { origin: site, 'x-komak-ticket': await buyTicket(server) };
  await showPhone(server, endpoints, { headers: byTicket, phone: words.phone });
  const receipts: Receipt[] = [];
  for (const headers of [byKey, byTicket]) {
    const body = {
      citizen: words.citizen,
      neighborhood_id: neighborhoodId,
      employment_status: 'unemployed',
      planned_assistance: words.plan,
      files: [await upload(server, headers, words.file)],
    };
    const sent = await server.api().post<Receipt>('intake/applications', body, { headers, idempotencyKey: 'bir' }); // prettier-ignore
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    receipts.push(sent.body);
    expect(
      (await chief.post(`intake/applications/${sent.body.number}/requests`, { text: words.request })).status,
    ).toBe(201);
  }
  const [first, second] = receipts.map(({ number }) => number);
  // A visitor who has verified the phone, and left.
  const left = { origin: site, 'x-komak-ticket': await buyTicket(server) };
  await showPhone(server, endpoints, { headers: left, phone: words.phone });
  const looseFileId = await upload(server, left, words.looseFile);
  await vi.waitFor(() => expect(endpoints.webhooks.length).toBeGreaterThan(0));
  return { applicationIds: [first ?? 0, second ?? 0], receipts, looseFileId };
}

async function buyTicket(server: TestServer): Promise<string> {
  const headers = { origin: site };
  const { body: form } = await server.api().get<IntakeForm>('intake/form', { headers });
  const { challenge, parts, bits } = form.proof;
  const solutions = Array.from({ length: parts }, (_, index) => {
    for (let nonce = 0; ; nonce++) {
      const hash = createHash('sha256').update(`${challenge}.${index}.${nonce}`).digest();
      if (Math.clz32(hash.readUInt32BE(0)) >= bits) return String(nonce);
    }
  });
  const made = await server.api().post<{ ticket: string }>('intake/tickets', { challenge, solutions }, { headers }); // prettier-ignore
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.ticket;
}

async function showPhone(
  server: TestServer,
  { texts }: IntakeEndpoints,
  { headers, phone }: { headers: Record<string, string>; phone: string },
): Promise<void> {
  expect((await server.api().post('intake/codes', { phone }, { headers })).status).toBe(200);
  const code = /\d{6}(?!\d)/.exec((JSON.parse(texts.at(-1) ?? '{}') as { text?: string }).text ?? '')?.[0];
  expect((await server.api().post('intake/codes/check', { code }, { headers })).status).toBe(200);
}

async function upload(server: TestServer, headers: Record<string, string>, word: string): Promise<number> {
  const file = { name: `${word}.pdf`, type: 'application/pdf', content: pdf(word) };
  const sent = await server.api().upload<{ id: number }>('intake/files', {}, [file], { headers });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body.id;
}
