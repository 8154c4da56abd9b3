import { hook } from '#kernel/contract/index.ts';

/** A person as a national identity service names them; texts are as the service writes them. */
export interface IdentifiedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  /** The JSHSHIR, fourteen digits. */
  readonly personalNumber: string;
  readonly passport: { readonly series: string; readonly number: string } | null;
}

/** Why nobody was identified. */
export type IdentificationProblem = 'cancelled' | 'refused' | 'unavailable' | 'state';

/** Of a call in whose browser a person is going to be identified. */
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

/** A service that is set up, and identifies people who have no account here. */
export interface PersonIdentifier {
  /** The plugin that has the service. */
  readonly id: string;
  /**
   * Begins in the browser of a call: returns the address where it goes now. It comes back to `returnPath`, a path of this deployment, after
   * {@link personIdentifiedHook} was called. `subject` is a text by which the asking plugin knows its own again.
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

/** Tells the plugin that asked, by its `subject`, who came back from the service, or why nobody did. */
export const personIdentifiedHook = hook<{
  readonly subject: string;
  readonly result: { readonly person: IdentifiedPerson } | { readonly problem: IdentificationProblem };
}>('kernel.personIdentified');
