import { CallError, type Api } from './api.ts';
import type { Draft } from './draft.ts';
import { solveProof } from './solve-proof.ts';
import { ExpiredError, type ApplyStore } from './state.ts';

/** The right to send one application, obtained by a proof of work. */
export interface Tickets {
  /** Starts the proof of work in advance, when a person starts to fill in the form. */
  prepare(): void;
  /** The ticket of the draft, or a new one; concurrent calls share one purchase. Throws {@link ExpiredError}. */
  get(): Promise<string>;
  /** Does something with a ticket; repeats it with a new one if the first has expired. */
  use<Result>(work: (ticket: string) => Promise<Result>): Promise<Result>;
}

/** The minimum remaining lifetime of a ticket, in milliseconds. */
const reserveMs = 60_000;

// Over 60 lines: its short functions share the proof being solved and the ticket being bought.
/** Creates the tickets of a form; `onRenewed` is called with one that replaces another. */
export function createTickets(
  { api, store }: { readonly api: Api; readonly store: ApplyStore },
  onRenewed: (ticket: string) => Promise<void>,
): Tickets {
  let solving: Promise<{ challenge: string; solutions: readonly string[] }> | null = null;
  let buying: Promise<string> | null = null;

  function prepare(): void {
    const { form, draft } = store.state;
    if (solving || !form || isValid(draft.ticket)) return;
    const { challenge } = form.proof;
    solving = solveProof(form.proof).then((solutions) => ({ challenge, solutions }));
  }

  function get(): Promise<string> {
    const { ticket } = store.state.draft;
    if (isValid(ticket)) return Promise.resolve(ticket.token);
    buying ??= renew().finally(() => (buying = null));
    return buying;
  }

  /** Buys a ticket; transfers files and identity from the previous one, or gives them up. */
  async function renew(): Promise<string> {
    const { ticket: former, person } = store.state.draft;
    const token = await buy();
    if (former === null) return token;
    store.setDraft({ verifiedPhone: null, person: null });
    store.set({ codeSent: false });
    await onRenewed(token).catch((error: unknown) => {
      // The new ticket has no verified person or phone yet. The next attempt verifies them again with another ticket.
      if (!(error instanceof ExpiredError)) store.setDraft({ ticket: { token, expires: '' } });
      throw error;
    });
    if (!person) return token;
    store.setDraft({ step: 'person' });
    store.set({ failure: { own: 'identityExpired' } });
    throw new ExpiredError();
  }

  /** Buys a ticket with the solved proof; with that of a new challenge if it is no longer accepted. */
  async function buy(): Promise<string> {
    try {
      return await buyWithProof();
    } catch (error) {
      // The form was open for too long, or the response to the first call was lost. The same call would fail
      // again.
      if (!(error instanceof CallError && error.code === 'proof')) throw error;
      store.set({ form: await api.readForm() });
      // A proof started before belongs to the previous challenge.
      solving = null;
      return buyWithProof();
    }
  }

  async function buyWithProof(): Promise<string> {
    prepare();
    solving ??= api.readForm().then(async ({ proof }) => {
      return { challenge: proof.challenge, solutions: await solveProof(proof) };
    });
    try {
      const { challenge, solutions } = await solving;
      const ticket = await api.buyTicket(challenge, solutions);
      store.setDraft({ ticket });
      return ticket.token;
    } finally {
      solving = null;
    }
  }

  return {
    prepare,
    get,
    async use(work) {
      const token = await get();
      try {
        return await work(token);
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'ticket')) throw error;
        if (store.state.draft.ticket?.token === token) store.setDraft({ ticket: { token, expires: '' } });
        return work(await get());
      }
    },
  };
}

function isValid(ticket: Draft['ticket']): ticket is NonNullable<Draft['ticket']> {
  return ticket !== null && Date.parse(ticket.expires) > Date.now() + reserveMs;
}
