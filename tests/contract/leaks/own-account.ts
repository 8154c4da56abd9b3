import { Secret } from 'otpauth';
import { expect } from 'vitest';
import { hashPassword } from '#kernel/identity/server/index.ts';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import type { IdentityService } from '#kernel/testing/identity-service.ts';
import type { AdminDraft } from '#kernel/testing/server.ts';
import { read, type LeakContext } from './check-call.ts';

/** A minimal browser for OneID: it keeps cookies, and follows a redirect on request. */
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

/**
 * Makes all calls about one's own account, from signing in to removing a second factor. Each needs the response of
 * the previous one, so that no row of the table makes it. Returns what was disclosed without permission.
 */
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
  async function call<Body>(
    name: string,
    body: object | null,
    { path = name.split(' ')[1] ?? '', as = token } = {},
  ): Promise<Body> {
    const response = await fetch(`${server.url}/api/uz/${path}`, {
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
  const factor = 'admins/admin/second-factor';
  async function enrol(): Promise<string[]> {
    const { secret } = await call<{ secret: string }>(`POST ${factor}`, { password });
    const code = codeAt(Buffer.from(Secret.fromBase32(secret).bytes), Date.now());
    return (await call<{ recovery_codes: string[] }>(`PUT ${factor}`, { code })).recovery_codes;
  }

  const begun = await call<{ data: { token: string } }>('POST admins/login', { login, password: first });
  token = begun.data.token;
  await call('PUT admins/admin/password', { old_password: first, password });
  const [code, other] = await enrol();
  const challenge = await call<{ data: { second_factor: { ticket: string } } }>(
    'POST admins/login',
    { login, password },
    { as: '' },
  );
  const { ticket } = challenge.data.second_factor;
  await call('POST admins/login/code', { ticket, code }, { as: '' });
  const renewed = await call<{ recovery_codes: string[] }>(`POST ${factor}/recovery`, { password, code: other });
  await call(`POST ${factor}/removal`, { password, code: renewed.recovery_codes[0] });

  // Linked to the number of a citizen of the register, of which only the last digits may be shown.
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
  await call('DELETE oneid/link', null);

  await enrol();
  const path = `admins/${id}/second-factor`;
  await call('DELETE admins/:id/second-factor', null, { path, as: world.chief.token ?? '' });
  return problems;
} // prettier-ignore
