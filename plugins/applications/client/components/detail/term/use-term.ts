import { useCapabilities, useRead } from '#kernel/plugin-api/client.ts';
import { termsCapability, type Term } from '../../../../contract/terms.ts';
import { termDocument } from '../../../data/queries.ts';

/** The term of an application; none where the server keeps no terms, or while it is read. */
export function useTerm(applicationId: number | string): Term | undefined {
  const known = useCapabilities('applications').includes(termsCapability);
  const { data } = useRead(termDocument, { variables: { id: String(applicationId) }, skip: !known });
  return data?.term;
}
