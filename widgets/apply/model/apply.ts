import { sameValues } from '#kernel/domain/values/same-values.ts';
import { CallError, type Api } from './api.ts';
import {
  bodyOf,
  fieldOfPath,
  fieldsOf,
  emptyDraft,
  problemsOf,
  steps,
  type Draft,
  type FieldName,
  type Receipt,
  type Step,
} from './draft.ts';
import { createIdentity, type Identity } from './identity.ts';
import { createApplyStore, ExpiredError, type ApplyState, type ApplyStore } from './state.ts';
import { createTickets, type Tickets } from './tickets.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** The actions of the form. */
export interface Apply {
  readonly state: ApplyState;
  readonly files: Uploads;
  readonly identity: Identity;
  /** Reads the data that the form needs; can be called again after a failure. */
  load(): Promise<void>;
  change(name: FieldName, value: string): void;
  /** Goes to the next step if this one is valid; otherwise shows its problems. Returns whether it did. */
  next(): boolean;
  /** Goes to a step that was filled in before. */
  goTo(step: Step): void;
  sendCode(): Promise<void>;
  checkCode(code: string): Promise<void>;
  /** Removes the identified person, if another person fills in the form. */
  removePerson(): Promise<void>;
  /** Sets whether the draft remains on this device when the tab is closed. */
  keep(keeps: boolean): void;
  submit(): Promise<void>;
  /** Starts a new application. */
  restart(): void;
}

interface ApplyOptions {
  readonly api: Api;
  readonly draft: Draft;
  onChange(state: ApplyState, before: ApplyState): void;
  onSent(): void;
  /** Called when the page's embed token has expired. */
  onExpired(): void;
}

/** The shared state of the form's parts. */
interface Parts {
  readonly api: Api;
  readonly store: ApplyStore;
  readonly tickets: Tickets;
  readonly uploads: Uploads;
  fail(error: unknown): void;
}

/** Creates the form. */
export function createApply({ api, draft, onChange, onSent, onExpired }: ApplyOptions): Apply {
  const store = createApplyStore(draft, onChange);
  const uploads = createUploads({ api, store }, () => tickets);
  const tickets = createTickets({ api, store }, (ticket) => uploads.sendAgain(ticket));
  function fail(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 'forbidden') onExpired();
    showFailure(store, error);
  }
  const parts: Parts = { api, store, tickets, uploads, fail };
  return {
    get state() {
      return store.state;
    },
    files: uploads,
    identity: createIdentity(parts),
    load: () => load(parts),
    ...createSteps(parts),
    ...createActs(parts, onSent),
  };
}

async function load({ api, store, fail }: Parts): Promise<void> {
  store.set({ loading: 'form', failure: null });
  try {
    const form = await api.readForm();
    const { fields } = store.state.draft;
    const known = form.neighborhoods.some(({ id }) => String(id) === fields.neighborhood_id);
    store.set({ form, loading: 'ready' });
    if (!known) store.setDraft({ fields: { ...fields, neighborhood_id: '' } });
  } catch (error) {
    fail(error);
    store.set({ loading: 'failed' });
  }
}

/** Shows why a call failed, and goes to the step whose fields the server rejected. */
function showFailure(store: ApplyStore, { code, text, fields }: CallError): void {
  const problems: Record<string, { text: string }> = {};
  for (const [path, problem] of Object.entries(fields)) {
    const name = fieldOfPath(path);
    if (name) problems[name] = { text: problem };
  }
  const wrong = steps.find((step) => fieldsOf[step].some((name) => name in problems));
  if (wrong) store.setDraft({ step: wrong });
  if (code === 'identity_lost') store.setDraft({ step: 'person', person: null });
  const own = code === 'network' ? 'network' : 'failed';
  store.set({ problems, failure: text === null ? { own } : { text } });
}

/** The actions for filling in and navigating between steps. */
function createSteps({ store, tickets, uploads }: Parts) {
  const settled = { problems: {}, failure: null, dropped: [] };
  return {
    change(name: FieldName, value: string): void {
      const { problems, draft } = store.state;
      const { [name]: _solved, ...left } = problems;
      store.set({ problems: left, draft: { ...draft, fields: { ...draft.fields, [name]: value } } });
      if (name === 'phone') store.set({ codeSent: false });
      tickets.prepare();
    },
    next(): boolean {
      const { step } = store.state.draft;
      const problems = problemsOf(step, store.state.draft);
      store.set({ ...settled, problems });
      if (Object.keys(problems).length > 0) return false;
      store.setDraft({ step: steps[steps.indexOf(step) + 1] ?? step });
      return true;
    },
    goTo(step: Step): void {
      store.set(settled);
      store.setDraft({ step });
    },
    keep: (keeps: boolean) => store.setDraft({ keeps }),
    restart(): void {
      uploads.forget();
      store.set({ ...settled, draft: emptyDraft, identityProblem: null, earlier: false });
    },
  };
}

/** The actions for identification and sending, one at a time. */
function createActs({ api, store, tickets, uploads, fail }: Parts, onSent: () => void) {
  async function act(busy: NonNullable<ApplyState['busy']>, work: () => Promise<void>): Promise<void> {
    if (store.state.busy) return;
    store.set({ busy, failure: null, problems: {} });
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ExpiredError)) fail(error);
    } finally {
      store.set({ busy: null });
    }
  }

  async function send(): Promise<void> {
    const former = await findFormer(api, store);
    const { receipt, earlier } = former ?? (await tickets.use((ticket) => submitOnce(api, store, ticket)));
    uploads.forget();
    store.set({ draft: { ...emptyDraft, receipt }, earlier });
    onSent();
  }

  return {
    sendCode: () =>
      act('code', async () => {
        const { phone } = store.state.draft.fields;
        await tickets.use((ticket) => api.sendCode(ticket, phone));
        // A number typed meanwhile gets no code.
        if (store.state.draft.fields.phone === phone) store.set({ codeSent: true });
      }),
    checkCode: (code: string) =>
      act('check', async () => {
        const { phone } = store.state.draft.fields;
        await api.checkCode(await tickets.get(), code);
        store.setDraft({ verifiedPhone: phone });
      }),
    removePerson: () =>
      act('remove', async () => {
        await api.removeIdentity(await tickets.get());
        store.setDraft({ person: null });
      }),
    submit: () => act('submit', send),
  };
}

interface Submission {
  readonly receipt: Receipt;
  /** Whether an earlier request was executed, whose response was lost, before the last changes. */
  readonly earlier: boolean;
}

/**
 * Repeats a submission whose response was lost, with its own ticket, which may have expired since: the server returns
 * the receipt if the application was received. Null if it was not.
 */
async function findFormer(api: Api, store: ApplyStore): Promise<Submission | null> {
  const { pending } = store.state.draft;
  if (!pending) return null;
  try {
    return await submitOnce(api, store, pending.ticket);
  } catch (error) {
    // The ticket has expired unused, or the files were uploaded with a newer one.
    if (error instanceof CallError && ['ticket', 'files'].includes(error.code)) return null;
    throw error;
  }
}

/** Submits the form; a ticket is valid for one application, so an earlier body is sent if the server has received it. */
async function submitOnce(api: Api, store: ApplyStore, ticket: string): Promise<Submission> {
  const body = bodyOf(store.state.draft);
  const { pending } = store.state.draft;
  const former = pending?.ticket === ticket ? pending.bodies : [];
  const bodies = [body, ...former.filter((one) => !sameValues(one, body))];
  store.setDraft({ pending: { ticket, bodies } });
  for (const one of bodies) {
    try {
      return { receipt: await api.submit(ticket, one), earlier: one !== body };
    } catch (error) {
      const code = error instanceof CallError ? error.code : '';
      // Nothing was received with an expired ticket.
      if (code === 'ticket') store.setDraft({ pending: null });
      if (code !== 'repeated_differently' || one === bodies.at(-1)) throw error;
    }
  }
  throw new CallError('network');
}
