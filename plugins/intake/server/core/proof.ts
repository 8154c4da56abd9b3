import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, type ServerContext, isSameSecret } from '#kernel/plugin-api/server.ts';
import type { Challenge } from '../../contract.ts';
import type { intake } from '../../manifest.ts';
import { codedError } from './errors.ts';

type Context = ServerContext<typeof intake>;

const lifetimeMs = 30 * 60_000;
const parts = 8;
/** The number of parts accounts for three bits of the work. */
const bitsOfParts = 3;

/** Creates a challenge for the visitors of a site; nothing is stored until it is solved. */
export function makeChallenge({ vault, config }: Context, site: string): Challenge {
  const expires = Date.now() + lifetimeMs;
  const bits = Math.max(1, config.proofBits - bitsOfParts);
  const payload = `${expires}.${bits}.${randomBytes(12).toString('base64url')}`;
  const challenge = `${payload}.${signOf(vault, site, payload)}`;
  return { challenge, parts, bits, expires: new Date(expires).toISOString() };
}

/** Accepts a solved challenge, once; throws `proof` otherwise. */
export async function consumeProof(
  { vault, database }: Context,
  site: string,
  { challenge, solutions }: { readonly challenge: string; readonly solutions: readonly string[] },
): Promise<void> {
  const [, expires, bits, random, signature] =
    /^(\d{1,16})\.(\d{1,2})\.([\w-]{16})\.([0-9a-f]{64})$/.exec(challenge) ?? [];
  const payload = `${expires}.${bits}.${random}`;
  if (signature === undefined || !isSameSecret(signature, signOf(vault, site, payload)))
    throw codedError('proof');
  if (Number(expires) < Date.now() || !isSolved(challenge, Number(bits), solutions))
    throw codedError('proof');
  if (!(await spend(database, challenge, Number(expires)))) throw codedError('proof');
}

/** Whether every part is solved. */
export function isSolved(challenge: string, bits: number, solutions: readonly string[]): boolean {
  return (
    solutions.length === parts &&
    solutions.every((solution, index) => {
      const hash = createHash('sha256').update(`${challenge}.${index}.${solution}`).digest();
      return Math.clz32(hash.readUInt32BE(0)) >= bits;
    })
  );
}

async function spend(database: Database, challenge: string, expires: number): Promise<boolean> {
  const hash = createHash('sha256').update(challenge).digest();
  const { rows } = await sql`
    insert into intake_spent (hash, expires_at) values (${hash}, ${new Date(expires).toISOString()})
    on conflict do nothing returning true as spent`.execute(database);
  return rows.length > 0;
}

function signOf(vault: Context['vault'], site: string, payload: string): string {
  return vault.sign('intake challenge', `${payload} ${site}`);
}
