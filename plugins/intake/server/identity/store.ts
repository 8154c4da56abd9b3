import { sql } from 'kysely';
import type { IdentifiedPerson } from '#kernel/plugin-api/contract.ts';
import {
  hashToken,
  networkOf,
  type Database,
  type DatabaseTransaction,
  type ServerContext,
} from '#kernel/plugin-api/server.ts';
import type { IdentityProblem } from '../../contract/identity.ts';
import type { intake } from '../../manifest.ts';

type Queryable = Database | DatabaseTransaction;
type Vault = ServerContext<typeof intake>['vault'];

/** How long the result stays available to the form, in seconds. */
export const identitySeconds = 900;
const purpose = 'intake person';

/** The stored form of a network. */
export function signedNetwork(vault: Vault, address: string): string {
  return vault.sign('intake network', networkOf(address));
}

/** The bytes of a hash in the API's encoding. */
const bytesOf = (hash: string) => Buffer.from(hash, 'base64url');

/** An opened window. */
interface Opening {
  /** The hash of the form's secret. */
  readonly request: string;
  readonly site: string;
  readonly browser: string;
  readonly link: string;
  readonly network: string;
}

/** Records that a window was opened; it replaces an earlier window of the same form. */
export async function insertOpening(database: Queryable, opening: Opening): Promise<void> {
  const { request, site, browser, link, network } = opening;
  await sql`
    insert into intake_identities (request_hash, site, browser_hash, link_hash, network, expires_at)
    values (${bytesOf(request)}, ${site}, ${hashToken(browser)}, ${hashToken(link)}, ${network},
      now() + make_interval(secs => ${identitySeconds}))
    on conflict (request_hash) do update set browser_hash = excluded.browser_hash, link_hash = excluded.link_hash,
      network = excluded.network, begun = false, problem = null, expires_at = excluded.expires_at
    where intake_identities.person is null`.execute(database);
}

/** Consumes the link of a window, once, in its browser; returns the hash of the form's secret, or null. */
export async function consumeLink(
  database: Queryable,
  { link, browser }: { readonly link: string; readonly browser: string },
): Promise<string | null> {
  const { rows } = await sql<{ request_hash: Buffer }>`
    update intake_identities set begun = true
    where link_hash = ${hashToken(link)} and browser_hash = ${hashToken(browser)} and not begun and expires_at > now()
    returning request_hash`.execute(database);
  return rows[0]?.request_hash.toString('base64url') ?? null;
}

/** Stores the identified person, or the reason of a failure. */
export async function storeResult(
  database: Queryable,
  vault: Vault,
  {
    request,
    result,
  }: {
    readonly request: string;
    readonly result: { readonly person: IdentifiedPerson } | { readonly problem: IdentityProblem };
  },
): Promise<void> {
  const person = 'person' in result ? vault.seal(purpose, Buffer.from(JSON.stringify(result.person))) : null;
  const problem = 'problem' in result ? result.problem : null;
  await sql`
    update intake_identities set person = ${person}, problem = ${problem},
      expires_at = now() + make_interval(secs => ${identitySeconds})
    where request_hash = ${bytesOf(request)} and begun and person is null`.execute(database);
}

/** A result that was not fetched yet. */
interface StoredResult {
  readonly network: string;
  readonly problem: IdentityProblem | null;
  readonly person: Buffer | null;
}

/** Consumes the result of a form's secret; null if there is none yet. */
export async function takeResult(
  database: Queryable,
  { secret, site }: { readonly secret: string; readonly site: string },
): Promise<StoredResult | null> {
  const { rows } = await sql<StoredResult>`
    delete from intake_identities
    where request_hash = ${hashToken(secret)} and site = ${site} and (person is not null or problem is not null)
      and expires_at > now()
    returning network, problem, person`.execute(database);
  return rows[0] ?? null;
}

/** Binds a person to a ticket, or removes them from it. */
export async function setTicketPerson(
  database: Queryable,
  ticketId: number,
  bound: { readonly person: Buffer; readonly secret: string } | null,
): Promise<void> {
  await sql`
    update intake_tickets set person = ${bound?.person ?? null},
      person_request = ${bound ? hashToken(bound.secret) : null} where id = ${ticketId}`.execute(database);
}

/** The person of a ticket; with a secret, only if it is the one that found them. */
export async function readTicketPerson(
  database: Queryable,
  vault: Vault,
  { ticketId, secret }: { readonly ticketId: number; readonly secret?: string },
): Promise<IdentifiedPerson | null> {
  const ofSecret = secret === undefined ? sql`` : sql`and person_request = ${hashToken(secret)}`;
  const { rows } = await sql<{ person: Buffer }>`
    select person from intake_tickets where id = ${ticketId} and person is not null ${ofSecret}`.execute(
    database,
  );
  const plain = rows[0] && vault.open(purpose, rows[0].person);
  // Written and encrypted by `storeResult`.
  return plain ? (JSON.parse(plain.toString()) as IdentifiedPerson) : null;
}
