import { ApolloLink, Observable } from '@apollo/client';
import type { DocumentNode } from 'graphql';

/** Carries the number of a read from the link to `fetch`: RestLink hands on nothing but headers. It never leaves the page. */
const readHeader = 'x-read';

/** Holds an `AbortController` for each read under way, and aborts the one that a newer read of the same place replaces. */
export class ReadGuard {
  readonly #signals = new Map<string, AbortSignal>();
  readonly #places = new WeakMap<DocumentNode, Map<string, AbortController>>();
  #last = 0;

  /** The link; it stands before RestLink. A place is a document and the `readId` of who asks for it. */
  readonly link = new ApolloLink((operation, forward) => {
    const { readId } = operation.getContext();
    const controller = new AbortController();
    const number = String(++this.#last);
    const release =
      typeof readId === 'string' ? this.#take(operation.query, readId, controller) : () => undefined;
    this.#signals.set(number, controller.signal);
    operation.setContext(({ headers = {} }) => ({ headers: { ...headers, [readHeader]: number } }));
    return new Observable((observer) => {
      const subscription = forward(operation).subscribe({
        next: (value) => controller.signal.aborted || observer.next(value),
        // A replaced read has no outcome: neither its answer nor its failure may reach the newer one's place. To end
        // without a word, as RestLink does then, would be a failure to Apollo: so it says that it was aborted, and whoever
        // reads passes over that.
        error: (error: unknown) => observer.error(controller.signal.aborted ? replaced() : error),
        complete: () => (controller.signal.aborted ? observer.error(replaced()) : observer.complete()),
      });
      return () => {
        subscription.unsubscribe();
        controller.abort();
        this.#signals.delete(number);
        release();
      };
    });
  });

  /** Takes the number out of the headers of a read and gives its signal. */
  signalOf(headers: Headers): AbortSignal | undefined {
    const number = headers.get(readHeader);
    headers.delete(readHeader);
    return number === null ? undefined : this.#signals.get(number);
  }

  #take(document: DocumentNode, readId: string, controller: AbortController): () => void {
    const readers = this.#places.get(document) ?? new Map<string, AbortController>();
    this.#places.set(document, readers);
    readers.get(readId)?.abort();
    readers.set(readId, controller);
    return () => {
      if (readers.get(readId) === controller) readers.delete(readId);
    };
  }
}

function replaced(): DOMException {
  return new DOMException('A newer read has replaced this one', 'AbortError');
}
