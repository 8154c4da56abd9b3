import { createHash } from 'node:crypto';

/** An application as a citizen submits it. */
export interface CitizenApplication {
  readonly citizen: Readonly<Record<string, string | null>>;
  readonly neighborhood_id: number;
  readonly employment_status: string;
  readonly salary: string;
  readonly planned_assistance: string;
}

interface IntakeForm {
  readonly proof: { readonly challenge: string; readonly parts: number; readonly bits: number };
  readonly neighborhoods: readonly { readonly id: number }[];
}

/** Applies as a citizen at `/apply`, through the widget's API; returns the number, or why it was rejected. */
export async function applyAsCitizen(
  origin: string,
  fillIn: (neighborhoods: readonly number[]) => CitizenApplication,
  signal: AbortSignal,
): Promise<string> {
  const page = await fetch(`${origin}/widgets/komak-apply.html?site=${encodeURIComponent(origin)}`, {
    signal,
  });
  const pass = /name="embed-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? '';

  async function call<Result>(path: string, body?: object, ticket = ''): Promise<Result> {
    const response = await fetch(`${origin}/api/uz/intake/${path}`, {
      method: body ? 'POST' : 'GET',
      signal,
      headers: {
        'x-komak-site': pass,
        ...(ticket === '' ? {} : { 'x-komak-ticket': ticket }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const result = (await response.json()) as Result & { err?: string };
    if (!response.ok) throw new Error(`intake/${path}: ${response.status} ${result.err ?? ''}`);
    return result;
  }

  const { proof, neighborhoods } = await call<IntakeForm>('form');
  const { ticket } = await call<{ ticket: string }>('tickets', {
    challenge: proof.challenge,
    solutions: solve(proof),
  });
  const application = fillIn(neighborhoods.map(({ id }) => id));
  const { number } = await call<{ number: number }>('applications', application, ticket);
  return `№ ${number}`;
}

function solve({ challenge, parts, bits }: IntakeForm['proof']): string[] {
  return Array.from({ length: parts }, (_, part) => {
    for (let nonce = 0; ; nonce++) {
      const hash = createHash('sha256').update(`${challenge}.${part}.${nonce}`).digest();
      if (Math.clz32(hash.readUInt32BE(0)) >= bits) return String(nonce);
    }
  });
}
