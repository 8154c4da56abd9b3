import { hook } from '#kernel/contract/index.ts';

/** A person as returned by a national identity service, with unchanged texts. */
export interface IdentifiedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  /** The JSHSHIR, fourteen digits. */
  readonly personalNumber: string;
  readonly passport: { readonly series: string; readonly number: string } | null;
}

/** Why no person was identified. */
export type IdentificationProblem = 'cancelled' | 'refused' | 'unavailable' | 'state';

/** The call in whose browser a person will be identified. */
export interface IdentificationCaller {
  readonly origin: string;
  readonly address: string;
  cookie(name: string): string | null;
  setCookie(cookie: {
    readonly name: string;
    readonly value: string;
    readonly path: string;
    readonly maxAge: number;
  }): void;
}

/** A configured service that identifies people without an account. */
export interface PersonIdentifier {
  /** The plugin that has the service. */
  readonly id: string;
  /**
   * Starts the identification: returns the address to which the browser of the call has to go. It returns to `returnPath`, a
   * path of this deployment, after {@link personIdentifiedHook} was called. By `subject` the requesting plugin recognizes
   * its request.
   */
  begin(
    caller: IdentificationCaller,
    request: { readonly subject: string; readonly returnPath: string },
  ): Promise<string>;
}

/** Asks which services can identify people now. */
export const personIdentifiersHook = hook<{ add(identifier: PersonIdentifier): void }>(
  'kernel.personIdentifiers',
);

/** Reports to the requesting plugin, by its `subject`, the identified person, or why there is none. */
export const personIdentifiedHook = hook<{
  readonly subject: string;
  readonly result: { readonly person: IdentifiedPerson } | { readonly problem: IdentificationProblem };
}>('kernel.personIdentified');
