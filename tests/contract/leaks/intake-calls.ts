import { citizenLettersHook } from '#plugins/applications/contract.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { onHook } from '#kernel/server/api/index.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import type { IdentityService } from '#kernel/testing/identity-service.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { type Challenge } from '#plugins/intake/contract.ts';
import { read, type LeakContext } from './check-call.ts';
import { createBrowser } from './own-account.ts';

/** The site whose visitors may apply. */
export const visitedSite = 'https://shahar.example';

/** Offers each citizen a letter. */
export const lettersPlugin = pluginWith('planted_letters', {
  hooks: [
    onHook(citizenLettersHook, async ({ add }) =>
      add({
        id: 1,
        title: 'Javob xati',
        date: '2026-01-02T03:04:05.000Z',
        open: async () => ({ name: 'javob.pdf', bytes: pdf('Javob') }),
      }),
    ),
  ],
});

/** A fake SMS gateway that remembers the last code. */
export async function startGateway() {
  let body = '';
  const server = createServer((request, response) => {
    body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    readCode: () => /\d{6}/.exec((JSON.parse(body) as { text: string }).text)?.[0] ?? '',
    close: () => void server.close(),
  };
}

/** Solves a proof of work, like the widget. */
export function solveProof({ challenge, parts, bits }: Challenge): string[] {
  return Array.from({ length: parts }, (_, index) => {
    for (let nonce = 0; ; nonce++) {
      const hash = createHash('sha256').update(`${challenge}.${index}.${nonce}`).digest();
      if (Math.clz32(hash.readUInt32BE(0)) >= bits) return String(nonce);
    }
  });
}

/**
 * Makes all calls of intake: of a visitor from the form to the letter, of a site with a key, and of the clerk
 * who handles it. Each needs the previous response. Returns the disclosed data; a citizen gets none of the
 * office's data.
 */
// Over 60 lines: a story, read from top to bottom.
export async function runIntakeCalls(
  scene: LeakContext,
  { readCode, service }: { readonly readCode: () => string; readonly service: IdentityService },
): Promise<string[]> {
  const { server, world, find, validate, succeeded } = scene;
  const problems: string[] = [];

  async function call<Body>(
    name: string,
    body: object | FormData | null,
    {
      headers = {},
      path = name.split(' ')[1] ?? '',
    }: { headers?: Record<string, string>; path?: string } = {},
  ): Promise<Body> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${server.url}/api/uz/${path}`, {
      method: name.split(' ')[0] ?? '',
      body: body && (isForm ? body : JSON.stringify(body)),
      headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    });
    const { status, text, raw } = await read(response);
    const content = text.slice(text.indexOf('\n\n') + 2);
    expect(status, `${name}: ${content}`).toBeLessThan(400);
    const found = find(text).map(({ secret, value }) => `tells ${secret}: ${value}`);
    problems.push(...[...found, ...validate(name, raw)].map((problem) => `${name} ${problem}`));
    succeeded.add(name);
    return content.startsWith('%PDF') ? (content as Body) : (JSON.parse(content) as Body);
  }

  const origin = { origin: visitedSite };
  const { proof } = await call<{ proof: Challenge }>('GET intake/form', null, { headers: origin });
  const bought = { challenge: proof.challenge, solutions: solveProof(proof) };
  const { ticket } = await call<{ ticket: string }>('POST intake/tickets', bought, { headers: origin });
  const visitor = { headers: { ...origin, 'x-komak-ticket': ticket } };

  // A citizen of the register proves their identity: their form gets only the last digits.
  service.setVisitor({ identity: { pin: world.citizen.personal_number } });
  const secret = randomBytes(32).toString('base64url');
  const request = createHash('sha256').update(secret).digest('base64url');
  const opened = await call<{ path: string }>('POST intake/identities', { request }, { headers: origin });
  const step = createBrowser(scene, problems);
  const consent = await step(`${server.url}/api/uz/${opened.path}`, { headers: { accept: 'text/html' } });
  const [, link = ''] = /<a href="([^"]+)"/.exec(consent.body) ?? [];
  let { to } = await step(server.url + link.replaceAll('&#38;', '&'));
  while (to !== '') ({ to } = await step(to));
  const identified = await call<{ state: string }>('POST intake/identities/result', { secret }, visitor);
  expect(identified.state).toBe('done');
  await call('POST intake/identities/removal', {}, visitor);
  await call('POST intake/letter-checks', { code: 'A'.repeat(22) }, { headers: origin });

  const { phone, birthday: _birthday, ...person } = world.applicants.own;
  await call('POST intake/codes', { phone }, visitor);
  await call('POST intake/codes/check', { code: readCode() }, visitor);
  const { neighborhood_id, employment_status, salary, planned_assistance } = world.applicationForm('own');
  const application = {
    citizen: { phone, ...person },
    neighborhood_id,
    employment_status,
    salary,
    planned_assistance,
  };
  const form = new FormData();
  form.append('files', new File(['%PDF-1.4\n%%EOF'], 'ariza.pdf', { type: 'application/pdf' }));
  const file = await call<{ id: number }>('POST intake/files', form, visitor);
  const receipt = await call<{ number: number; code: string }>(
    'POST intake/applications',
    { ...application, files: [file.id] },
    visitor,
  );

  const { number } = receipt;
  const clerk = { headers: { authorization: world.chief.token ?? '' } };
  const ofApplication = (path: string) => ({ ...clerk, path: `intake/applications/${number}${path}` });
  await call(
    'POST intake/applications/:id/requests',
    { text: 'Pasport nusxasi kerak' },
    ofApplication('/requests'),
  );
  await call('POST intake/applications/:id/confirmation', null, ofApplication('/confirmation'));
  const { letters } = await call<{ letters: { path: string }[] }>(
    'POST intake/status',
    { number, code: receipt.code },
    { headers: origin },
  );
  await call('GET intake/letters', null, { path: letters[0]?.path ?? '' });

  const site = { name: 'Bot', origins: [], rate: 10, webhook: '' };
  const { key } = await call<{ key: string }>('POST intake/sites', site, clerk);
  const keyed = { headers: { 'x-komak-key': key, 'idempotency-key': 'kanareyka' } };
  await call('POST intake/applications', application, keyed);
  await call('GET intake/events', null, keyed);
  return problems;
}
