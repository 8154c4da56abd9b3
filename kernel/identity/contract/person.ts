import { hook } from '#kernel/contract/index.ts';

/** A person as a national identity service returns them, with unchanged texts. */
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

/** The call whose browser is redirected to identify a person. */
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
  /** The plugin that provides the service. */
  readonly id: string;
  /**
   * Starts the identification and returns the address to which the browser has to be redirected. It comes back to
   * `returnPath`, a path of this deployment, after {@link personIdentifiedHook} was called. The requesting plugin
   * recognizes its request by `subject`.
   */
  begin(
    caller: IdentificationCaller,
    request: { readonly subject: string; readonly returnPath: string },
  ): Promise<string>;
}

/** Collects the services that can identify people now. */
export const personIdentifiersHook = hook<{ add(identifier: PersonIdentifier): void }>(
  'kernel.personIdentifiers',
);

/** Reports the identified person, or why there is none, to the requesting plugin, which recognizes its `subject`. */
export const personIdentifiedHook = hook<{
  readonly subject: string;
  readonly result: { readonly person: IdentifiedPerson } | { readonly problem: IdentificationProblem };
}>('kernel.personIdentified');
