import { CallError, type Api, type FormFacts } from './api.ts';
import {
  bodyOf,
  fieldOfPath,
  fieldsOf,
  noDraft,
  problemsOf,
  steps,
  type Draft,
  type FieldName,
  type KeptFile,
  type Problem,
  type Step,
} from './draft.ts';
import { solveProof } from './solve-proof.ts';

/** A file that is being sent, or that was not. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  /** 0 to 1. */
  readonly part: number;
  /** The server's text, or an empty one where it was not reached; null while it is sent. */
  readonly failed: string | null;
}

/** Why the last act failed: a text of the server, or a word of the panel's own texts. */
export type Failure = { readonly text: string } | { readonly own: 'network' | 'filesLost' | 'failed' };

/** Everything that the form shows. */
export interface ApplyState {
  readonly draft: Draft;
  readonly form: FormFacts | null;
  readonly loading: 'form' | 'ready' | 'failed';
  readonly busy: 'code' | 'check' | 'submit' | null;
  readonly failure: Failure | null;
  /** Problems by field: a word of the panel's, or the server's text. */
  readonly problems: Readonly<Partial<Record<FieldName, Problem | { readonly text: string }>>>;
  readonly uploads: readonly Upload[];
  /** Files that were left out, and why. */
  readonly dropped: readonly { readonly name: string; readonly reason: 'count' | 'bytes' }[];
  /** Whether a code is on its way to the phone of the draft. */
  readonly codeSent: boolean;
  /** The receipt is of what was sent before the last changes. */
  readonly earlier: boolean;
}

/** What the form does. */
export interface Apply {
  readonly state: ApplyState;
  /** Reads what the form needs; again after a failure. */
  load(): Promise<void>;
  change(name: FieldName, value: string): void;
  /** Goes on if the step is in order; otherwise its problems are shown. Returns whether it went on. */
  next(): boolean;
  /** Goes to a step that was filled in before. */
  goTo(step: Step): void;
  addFiles(files: readonly File[]): void;
  retryUpload(key: number): void;
  removeUpload(key: number): void;
  removeFile(id: number): void;
  sendCode(): Promise<void>;
  checkCode(code: string): Promise<void>;
  submit(): Promise<void>;
  /** Begins a new application. */
  restart(): void;
}

interface ApplyOptions {
  readonly api: Api;
  readonly draft: Draft;
  onChange(state: ApplyState, before: ApplyState): void;
  onSent(): void;
  /** The pass of the page has run out. */
  onExpired(): void;
}

/** The time that a ticket must still have. */
const ticketReserveMs = 60_000;

/** Creates the form. */
export function createApply({ api, draft: first, onChange, onSent, onExpired }: ApplyOptions): Apply {
  let state: ApplyState = {
    draft: first,
    form: null,
    loading: 'form',
    busy: null,
    failure: null,
    problems: {},
    uploads: [],
    dropped: [],
    codeSent: false,
    earlier: false,
  };
  /** Files of this visit, so that they can be sent again. */
  const held = new Map<number, File>();
  const waiting = new Map<number, File>();
  let lastKey = 0;
  let solving: Promise<{ challenge: string; solutions: readonly string[] }> | null = null;
  let buying: Promise<string> | null = null;

  function set(changes: Partial<ApplyState>): void {
    const before = state;
    state = { ...state, ...changes };
    onChange(state, before);
  }
  const setDraft = (changes: Partial<Draft>) => set({ draft: { ...state.draft, ...changes } });

  async function load(): Promise<void> {
    set({ loading: 'form' });
    try {
      const form = await api.readForm();
      const known = form.neighborhoods.some(({ id }) => String(id) === state.draft.fields.neighborhood_id);
      set({ form, loading: 'ready' });
      if (!known) setDraft({ fields: { ...state.draft.fields, neighborhood_id: '' } });
    } catch (error) {
      fail(error);
      set({ loading: 'failed', failure: null });
    }
  }

  /** Begins the work before it is needed, when somebody begins to fill in the form. */
  function prepare(): void {
    const { form, draft } = state;
    if (solving || !form || isValid(draft.ticket)) return;
    const { challenge } = form.proof;
    solving = solveProof(form.proof).then((solutions) => ({ challenge, solutions }));
  }

  /** The ticket of the draft, or a new one. Of calls at the same time one buys it. */
  function getTicket(): Promise<string> {
    const { ticket } = state.draft;
    if (isValid(ticket)) return Promise.resolve(ticket.token);
    buying ??= buyTicket().finally(() => (buying = null));
    return buying;
  }

  async function buyTicket(): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      prepare();
      solving ??= api.readForm().then(async ({ proof }) => {
        return { challenge: proof.challenge, solutions: await solveProof(proof) };
      });
      try {
        const { challenge, solutions } = await solving;
        const ticket = await api.buyTicket(challenge, solutions);
        setDraft({ ticket });
        return ticket.token;
      } catch (error) {
        // It was open for so long that the proof is not accepted any more.
        if (!(error instanceof CallError && error.code === 'proof') || attempt > 1) throw error;
        set({ form: await api.readForm() });
      } finally {
        solving = null;
      }
    }
  }

  function fail(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 'forbidden') onExpired();
    const problems: Record<string, { text: string }> = {};
    for (const [path, text] of Object.entries(error.fields)) {
      const name = fieldOfPath(path);
      if (name) problems[name] = { text };
    }
    const wrong = steps.find((step) => fieldsOf[step].some((name) => name in problems));
    if (wrong) setDraft({ step: wrong });
    set({
      problems,
      failure: error.text === null ? { own: error.code === 'network' ? 'network' : 'failed' } : { text: error.text },
    });
  }

  /** Does something with a ticket; with another one where the first has run out, to which the files are sent again. */
  async function withTicket<Result>(work: (ticket: string) => Promise<Result>): Promise<Result> {
    try {
      return await work(await getTicket());
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'ticket')) throw error;
      setDraft({ ticket: null, verifiedPhone: null });
      set({ codeSent: false });
      const ticket = await getTicket();
      await sendFilesAgain(ticket);
      return work(ticket);
    }
  }

  async function sendFilesAgain(ticket: string): Promise<void> {
    const { files } = state.draft;
    const sent: KeptFile[] = [];
    let lost = false;
    for (const { id } of files) {
      const file = held.get(id);
      if (!file) {
        lost = true;
        continue;
      }
      const kept = await api.sendFile(ticket, file, () => undefined);
      held.set(kept.id, file);
      sent.push(kept);
    }
    setDraft({ files: sent });
    if (!lost) return;
    setDraft({ step: 'request' });
    set({ failure: { own: 'filesLost' } });
    throw new FilesLost();
  }

  async function act(busy: NonNullable<ApplyState['busy']>, work: () => Promise<void>): Promise<void> {
    if (state.busy) return;
    set({ busy, failure: null, problems: {} });
    try {
      await work();
    } catch (error) {
      if (!(error instanceof FilesLost)) fail(error);
    } finally {
      set({ busy: null });
    }
  }

  async function sendUpload(key: number): Promise<void> {
    const file = waiting.get(key);
    if (!file) return;
    const update = (changes: Partial<Upload>) =>
      set({ uploads: state.uploads.map((one) => (one.key === key ? { ...one, ...changes } : one)) });
    update({ part: 0, failed: null });
    try {
      const kept = await withTicket((ticket) => api.sendFile(ticket, file, (part) => update({ part })));
      if (!waiting.delete(key)) return;
      held.set(kept.id, file);
      set({ uploads: state.uploads.filter((one) => one.key !== key) });
      setDraft({ files: [...state.draft.files, kept] });
    } catch (error) {
      update({ failed: error instanceof CallError ? (error.text ?? '') : '' });
    }
  }

  function addFiles(files: readonly File[]): void {
    const { maxFiles, maxBytes } = state.form?.files ?? { maxFiles: 5, maxBytes: 10 * 1024 * 1024 };
    const dropped: ApplyState['dropped'][number][] = [];
    const added: Upload[] = [];
    for (const file of files) {
      const all = [...state.draft.files, ...state.uploads, ...added];
      const bytes = all.reduce((sum, { size }) => sum + size, 0);
      if (all.length >= maxFiles) dropped.push({ name: file.name, reason: 'count' });
      else if (bytes + file.size > maxBytes) dropped.push({ name: file.name, reason: 'bytes' });
      else {
        added.push({ key: ++lastKey, name: file.name, size: file.size, part: 0, failed: null });
        waiting.set(lastKey, file);
      }
    }
    set({ uploads: [...state.uploads, ...added], dropped });
    for (const { key } of added) void sendUpload(key);
  }

  async function send(): Promise<void> {
    const body = bodyOf(state.draft);
    const { pending } = state.draft;
    setDraft({ pending: body });
    let earlier = false;
    const receipt = await withTicket(async (ticket) => {
      try {
        return await api.submit(ticket, bodyOf(state.draft));
      } catch (error) {
        // What was sent before has come through, and its answer was lost.
        if (!(error instanceof CallError && error.code === 'repeated_differently' && pending)) throw error;
        earlier = true;
        return await api.submit(ticket, pending);
      }
    });
    held.clear();
    set({ draft: { ...noDraft, receipt }, earlier });
    onSent();
  }

  return {
    get state() {
      return state;
    },
    load,
    change(name, value) {
      const { [name]: _solved, ...problems } = state.problems;
      set({ problems, draft: { ...state.draft, fields: { ...state.draft.fields, [name]: value } } });
      if (name === 'phone') set({ codeSent: false });
      prepare();
    },
    next() {
      const { step, fields } = state.draft;
      const problems = problemsOf(step, fields);
      set({ problems, failure: null, dropped: [] });
      if (Object.keys(problems).length > 0) return false;
      setDraft({ step: steps[steps.indexOf(step) + 1] ?? step });
      return true;
    },
    goTo(step) {
      set({ problems: {}, failure: null, dropped: [] });
      setDraft({ step });
    },
    addFiles,
    retryUpload: (key) => void sendUpload(key),
    removeUpload(key) {
      waiting.delete(key);
      set({ uploads: state.uploads.filter((one) => one.key !== key) });
    },
    removeFile(id) {
      held.delete(id);
      setDraft({ files: state.draft.files.filter((file) => file.id !== id) });
    },
    sendCode: () =>
      act('code', async () => {
        await withTicket((ticket) => api.sendCode(ticket, state.draft.fields.phone));
        set({ codeSent: true });
      }),
    checkCode: (code) =>
      act('check', async () => {
        const { phone } = state.draft.fields;
        await api.checkCode(await getTicket(), code);
        setDraft({ verifiedPhone: phone });
      }),
    submit: () => act('submit', send),
    restart: () => set({ draft: noDraft, earlier: false, failure: null, problems: {} }),
  };
}

/** Files of an earlier visit cannot be sent again; the form says so. */
class FilesLost extends Error {}

function isValid(ticket: Draft['ticket']): ticket is NonNullable<Draft['ticket']> {
  return ticket !== null && Date.parse(ticket.expires) > Date.now() + ticketReserveMs;
}
