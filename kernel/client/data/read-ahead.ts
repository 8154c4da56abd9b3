import { Kind } from 'graphql';
import { askAhead } from '../preload/early.ts';
import { readToken } from '../storage/access-token.ts';
import type { ListDocument } from './first-read.ts';
import { apiAddress, callWatch, commonHeaders, timeoutMs } from './request.ts';

/** Makes the call of a list before the page is drawn with the new query: what is drawn then finds it on its way. */
export function readAhead(document: ListDocument, query: string): void {
  const path = pathOf(document);
  // A call that is traced carries what the trace begins with.
  if (path === null || callWatch.begin) return;
  const address = apiAddress(path.replace('{args.query}', query));
  const headers = { ...commonHeaders(), Accept: 'application/json' };
  askAhead(address, readToken(), (signal) =>
    fetch(address, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) }),
  );
}

/** The path of a document's call, as `@rest` has it. */
function pathOf({ definitions: [operation] }: ListDocument): string | null {
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return null;
  const [field] = operation.selectionSet.selections;
  const rest = field?.directives?.find(({ name }) => name.value === 'rest');
  const path = rest?.arguments?.find(({ name }) => name.value === 'path')?.value;
  return path?.kind === Kind.STRING ? path.value : null;
}
