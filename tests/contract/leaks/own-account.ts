import { Secret } from 'otpauth';
import { expect } from 'vitest';
import { hashPassword } from '#kernel/identity/server/index.ts';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import type { IdentityService } from '#kernel/testing/identity-service.ts';
import type { AdminDraft } from '#kernel/testing/server.ts';
import { TestAuthenticator } from '../../support/authenticator.ts';
import { read, type LeakContext } from './check-call.ts';

/** A minimal browser for OneID: it stores cookies, and follows a redirect on request. */
export function createBrowser({ server, find, validate, succeeded }: LeakContext, problems: string[]) {
  const cookies = new Map<string, string>();
  return async function step(url: string, as: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(as.headers as Record<string, string>), cookie };
    const response = await fetch(url, { ...as, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? '';
    if (!url.startsWith(server.url)) return { to: new URL(location, url).href, body: '' };
    const { status, text, raw } = await read(response);
    const name = `${as.method ?? 'GET'} ${new URL(url).pathname.replace('/api/uz/', '')}`;
    const found = find(text).map(({ value }) => value);
    problems.push(...[...found, ...validate(name, raw)].map((problem) => `${url}: ${status}: ${problem}`));
    if (status < 400) succeeded.add(name);
    return {
      to: location === '' ? '' : new URL(location, url).href,
      body: text.slice(text.indexOf('\n\n') + 2),
    };
  };
}

type MakeCall = <Body>(
  name: string,
  body: object | null,
  at?: { readonly path?: string; readonly as?: string },
) => Promise<Body>;

/** Adds an authenticator app; returns the recovery codes. */
async function enrolApplication(call: MakeCall, password: string): Promise<{ codes: string[] }> {
  const factor = 'admins/admin/second-factor';
  const { secret } = await call<{ secret: string }>(`POST ${factor}`, { password });
  const code = codeAt(Buffer.from(Secret.fromBase32(secret).bytes), Date.now());
  return { codes: (await call<{ recovery_codes: string[] }>(`PUT ${factor}`, { code })).recovery_codes };
}

/** Adds a passkey, signs in with it in both ways, and removes it; then adds one that stays. */
async function runPasskeyCalls(
  call: MakeCall,
  { login, password, origin }: { readonly login: string; readonly password: string; readonly origin: string },
): Promise<void> {
  type OptionsBody = { options: Record<string, unknown> };
  const passkeys = 'admins/admin/passkeys';
  const add = async (key: TestAuthenticator) => {
    const { options } = await call<OptionsBody>(`POST ${passkeys}/options`, { password });
    await call(`POST ${passkeys}`, { name: 'Kalit', passkey: await key.create(options) });
  };
  const key = new TestAuthenticator(origin);
  await add(key);
  const { data } = await call<{ data: { second_factor: { ticket: string } } }>(
    'POST admins/login',
    { login, password },
    { as: '' },
  );
  for (const step of [{}, { ticket: data.second_factor.ticket }]) {
    const { options } = await call<OptionsBody>('POST admins/login/passkey/options', step, { as: '' });
    await call('POST admins/login/passkey', { ...step, passkey: key.get(options) }, { as: '' });
  }
  const { items } = await call<{ items: { id: number }[] }>(`GET ${passkeys}`, null);
  const { options } = await call<OptionsBody>(`POST ${passkeys}/challenge`, null);
  const path = `${passkeys}/${items[0]?.id}/removal`;
  await call(`POST ${passkeys}/:passkey/removal`, { passkey: key.get(options) }, { path });
  await add(new TestAuthenticator(origin));
}

/**
 * Makes all calls about the user's own account, from signing in to removing a second factor. Each needs the
 * previous response, so no row of the table makes it. Returns what was disclosed without permission.
 */
// Over 60 lines: a story, read from top to bottom.
export async function runAccountCalls(
  scene: LeakContext,
  service: IdentityService,
  draft: AdminDraft,
): Promise<string[]> {
  const { server, world, find, validate, succeeded } = scene;
  const problems: string[] = [];
  const first = 'qirqta-tuya-besh';
  const password = 'oltmishta-ot-olti';
  const { id, login } = await server.createAdmin({ ...draft, passwordHash: await hashPassword(first) });
  let token = '';
  /** Browsers create no passkeys at a numeric address. */
  const localOrigin = server.url.replace('127.0.0.1', 'localhost');
  async function call<Body>(
    name: string,
    body: object | null,
    { path = name.split(' ')[1] ?? '', as = token } = {},
  ): Promise<Body> {
    const base = name.includes('passkey') ? localOrigin : server.url;
    const response = await fetch(`${base}/api/uz/${path}`, {
      method: name.split(' ')[0] ?? '',
      body: body && JSON.stringify(body),
      headers: {
        ...(as === '' ? {} : { authorization: as }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
    });
    const { status, text, raw } = await read(response);
    const content = text.slice(text.indexOf('\n\n') + 2);
    expect(status, `${name}: ${content}`).toBeLessThan(400);
    const found = find(text).map(({ secret, value }) => `tells ${secret}: ${value}`);
    problems.push(...[...found, ...validate(name, raw)].map((problem) => `${login}: ${name} ${problem}`));
    succeeded.add(name);
    return JSON.parse(content) as Body;
  }
  /** Two super admins remove an admin's second factors, and erase a citizen. */
  async function runResetCalls(): Promise<void> {
    const draftOfSecond = { role: 'super_admin', passwordHash: await hashPassword(password) } as const;
    const second = await server.createAdmin(draftOfSecond);
    const { body } = await server.api().post<{ data: { token: string } }>('admins/login', { login: second.login, password });
    const as = body.data.token;
    const { codes } = await enrolApplication((name, sent) => call(name, sent, { as }), password);
    const path = `admins/${id}/factor-reset`;
    const chief = { path, as: world.chief.token ?? '' };
    const reason = { reason: 'Telefoni yoʻqolgan' };
    await call('POST admins/:id/factor-reset', reason, chief);
    await call('GET admins/factor-resets', null, { as });
    await call('DELETE admins/:id/factor-reset', null, chief);
    await call('POST admins/:id/factor-reset', reason, chief);
    const confirmation = { path: `${path}/confirmation`, as };
    await call('POST admins/:id/factor-reset/confirmation', { password, code: codes[0] }, confirmation);
    const citizen = await world.chief.post<{ id: number }>('users', { first_name: 'Zulfiya', last_name: 'Ergasheva' });
    const citizens = { path: `retention/citizens/${citizen.body.id}/requests`, as: world.chief.token ?? '' };
    const requested = await call<{ id: number }>('POST retention/citizens/:id/requests', { reason: 'Fuqaroning soʻrovi' }, citizens);
    const confirming = { path: `retention/requests/${requested.id}/confirmation`, as };
    await call('POST retention/requests/:id/confirmation', { password, code: codes[1] }, confirming);
  }

  const factor = 'admins/admin/second-factor';
  const begun = await call<{ data: { token: string } }>('POST admins/login', { login, password: first });
  token = begun.data.token;
  await call('PUT admins/admin/password', { old_password: first, password });
  const { codes: [code, other] } = await enrolApplication(call, password);
  const challenge = await call<{ data: { second_factor: { ticket: string } } }>(
    'POST admins/login',
    { login, password },
    { as: '' },
  );
  const { ticket } = challenge.data.second_factor;
  await call('POST admins/login/code', { ticket, code }, { as: '' });
  const renewed = await call<{ recovery_codes: string[] }>(`POST ${factor}/recovery`, { password, code: other });
  await call(`POST ${factor}/removal`, { password, code: renewed.recovery_codes[0] });

  // Linked to the number of a citizen in the register, of which only the last digits may be shown.
  service.setVisitor({ identity: { pin: world.citizen.personal_number } });
  const step = createBrowser(scene, problems);
  const authorization = { authorization: token };
  const linked = await step(`${server.url}/api/uz/oneid/link`, {
    method: 'POST',
    body: JSON.stringify({ password }),
    headers: { ...authorization, 'content-type': 'application/json' },
  });
  const { to } = await step((JSON.parse(linked.body) as { address: string }).address);
  expect((await step(to)).to).toContain('oneid=linked');
  await call('GET oneid/link', null);
  await call('POST oneid/link/removal', { password });

  await runPasskeyCalls(call, { login, password, origin: localOrigin });
  await runResetCalls();
  return problems;
} // prettier-ignore
