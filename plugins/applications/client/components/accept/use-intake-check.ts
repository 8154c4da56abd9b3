import type { UseFormReturn } from 'react-hook-form';
import { gql, type RequestError, type TypedDocumentNode, useRead } from '#kernel/plugin-api/client.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import type { Intake } from '../../../contract.ts';
import type { AcceptValues, PersonMode } from '../../model/accept-form.ts';

/** What is known of the person whose JSHSHIR is typed. */
export interface IntakeCheck {
  /** Whether a JSHSHIR is there that can be asked about. */
  readonly isAsked: boolean;
  readonly found: Intake | undefined;
  readonly error: RequestError | undefined;
  readonly retry: () => void;
  /** Whether going on needs a reason. */
  readonly needsReason: boolean;
}

const earlier = 'id status createdAt statusAt own';

const intakeDocument: TypedDocumentNode<{ readonly intake: Intake }, { number: string }> = gql`
  query Intake($number: String!) {
    intake(number: $number) @rest(type: "Intake", path: "applications/intake?personal_number={args.number}") {
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

/** Asks what is known of a person as soon as their JSHSHIR is whole. */
export function useIntakeCheck(form: UseFormReturn<AcceptValues>, mode: PersonMode): IntakeCheck {
  const [typed, isSent] = form.watch(['personal_number', 'is_sent']);
  const check = checkJshshir(typed);
  const number = mode === 'checked' && (check.ok || check.confirmable) ? check.value : '';
  const { data, error, refetch } = useRead(intakeDocument, {
    variables: { number },
    skip: number === '',
    policy: 'network-only',
  });
  const found = number === '' ? undefined : data?.intake;
  return {
    isAsked: number !== '',
    found,
    error: number === '' ? undefined : error,
    retry: () => void refetch(),
    // Where it is saved already, the open application that is found is this one: the server decides.
    needsReason: !isSent && (found?.needs_reason ?? false),
  };
}
