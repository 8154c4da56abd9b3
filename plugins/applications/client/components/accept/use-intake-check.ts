import type { UseFormReturn } from 'react-hook-form';
import { gql, type RequestError, type TypedDocumentNode, useRead } from '#kernel/plugin-api/client.ts';
import { checkJshshir, checkPassport } from '#kernel/domain/text/index.ts';
import type { Intake } from '../../../contract.ts';
import type { AcceptValues, PersonMode } from '../../model/accept-form.ts';

/** The records about the person whose JSHSHIR or passport is entered. */
export interface IntakeCheck {
  /** Whether there is a JSHSHIR or a passport that can be looked up. */
  readonly isEnabled: boolean;
  readonly found: Intake | undefined;
  readonly error: RequestError | undefined;
  readonly retry: () => void;
  /** Whether continuing needs a reason. */
  readonly needsReason: boolean;
}

const earlier = 'id status createdAt statusAt own';

const intakeDocument: TypedDocumentNode<{ readonly intake: Intake }, { query: string }> = gql`
  query Intake($query: String!) {
    intake(query: $query) @rest(type: "Intake", path: "applications/intake?{args.query}") {
      citizen { id block { reason at by { id first_name last_name } } }
      open { items { ${earlier} receiver { id first_name last_name } } elsewhere }
      helped { items { ${earlier} } elsewhere }
      households {
        items { id address path category { color uz { name } ru { name } } directions { quantity uz { name } ru { name } } }
        elsewhere
      }
      needs_reason
    }
  }
`;

/**
 * Reads the records about a person as soon as their JSHSHIR is complete, or their passport if there is no
 * JSHSHIR; then by both.
 */
export function useIntakeCheck(form: UseFormReturn<AcceptValues>, mode: PersonMode): IntakeCheck {
  const [isSent, ...numbers] = form.watch([
    'is_sent',
    'personal_number',
    'passport_series',
    'passport_number',
  ]);
  const query = mode === 'checked' ? queryOf(...numbers) : '';
  const { data, error, refetch } = useRead(intakeDocument, {
    variables: { query },
    skip: query === '',
    policy: 'network-only',
  });
  const found = query === '' ? undefined : data?.intake;
  return {
    isEnabled: query !== '',
    found,
    error: query === '' ? undefined : error,
    retry: () => void refetch(),
    // If it may be saved already, the open application found is this one: the server decides.
    needsReason: !isSent && (found?.needs_reason ?? false),
  };
}

function queryOf(typed: string, series: string, number: string): string {
  const passport = checkPassport(series, number);
  const ofPassport = passport.ok
    ? `passport_series=${passport.series}&passport_number=${passport.number}`
    : '';
  if (typed.trim() === '') return ofPassport;
  const check = checkJshshir(typed);
  if (!check.ok && !check.confirmable) return '';
  return [`personal_number=${check.value}`, ofPassport].filter(Boolean).join('&');
}
