import { recordOf } from '#kernel/domain/values/is-record.ts';
import { parseJson } from '#kernel/domain/values/parse-json.ts';
import type { Lang } from '../../shared/messages.ts';
import {
  identityProblems,
  readFile,
  readPerson,
  readReceipt,
  type IdentityProblem,
  type DraftFile,
  type Receipt,
  type ShownPerson,
} from './draft.ts';
import type { ProofOfWork } from './solve-proof.ts';

/** Why a call failed. */
export class CallError extends Error {
  /** `network` without a response, otherwise the server's code, such as `ticket`. */
  readonly code: string;
  /** The server's text in the reader's language. */
  readonly text: string | null;
  /** The problems of fields. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(code: string, text: string | null = null, fields: Readonly<Record<string, string>> = {}) {
    super(code);
    this.name = 'CallError';
    this.code = code;
    this.text = text;
    this.fields = fields;
  }
}

/** The data that the form needs to start. */
export interface FormFacts {
  readonly name: string;
  readonly proof: ProofOfWork;
  readonly verifications: readonly string[];
  /** Whether letters can be verified. */
  readonly letters: boolean;
  readonly neighborhoods: readonly {
    readonly id: number;
    readonly uz: { readonly name: string };
    readonly ru: { readonly name: string };
  }[];
  readonly files: { readonly maxFiles: number; readonly maxBytes: number };
}

/** The status of an application. */
export interface StatusResponse {
  readonly number: number;
  readonly status: string;
  readonly created_at: string;
  readonly cancel_time: string | null;
  readonly late: boolean;
  readonly verified: boolean;
  readonly asks: readonly { readonly text: string; readonly created_at: string }[];
  readonly letters: readonly {
    readonly id: number;
    readonly title: string;
    readonly date: string;
    readonly path: string;
  }[];
}

/** The result of the verification of a letter. */
export interface LetterCheck {
  /** The status; null for an unknown letter. */
  readonly status: 'issued' | 'replaced' | 'voided' | null;
  readonly number: string | null;
  readonly issued_on: string | null;
  readonly office: string;
  readonly replaced_by: string | null;
}

/** The result of a OneID window. */
export interface IdentityResult {
  readonly state: string;
  readonly problem: IdentityProblem | null;
  readonly person: ShownPerson | null;
}

/** The calls of the form. Each throws a {@link CallError}. */
export interface Api {
  readForm(): Promise<FormFacts>;
  buyTicket(challenge: string, solutions: readonly string[]): Promise<{ token: string; expires: string }>;
  sendCode(ticket: string, phone: string): Promise<void>;
  checkCode(ticket: string, code: string): Promise<void>;
  /** Returns the path of the window for identification, for the hash of a secret. */
  openIdentity(request: string): Promise<string>;
  takeIdentity(ticket: string, secret: string): Promise<IdentityResult>;
  removeIdentity(ticket: string): Promise<void>;
  sendFile(ticket: string, file: File, onProgress: (part: number) => void): Promise<DraftFile>;
  submit(ticket: string, body: object): Promise<Receipt>;
  readStatus(number: string, code: string): Promise<StatusResponse>;
  checkLetter(code: string): Promise<LetterCheck>;
  /** The address of a page or a letter that opens in a separate window. */
  addressOf(path: string): string;
}

/** The time after which a call without a response has failed, in milliseconds, since lost connections are often not reported. */
const responseMs = 60_000;

const addressOf = (path: string) => new URL(`/api/uz/${path}`, location.href).href;

/** Creates the calls for the site named in the embed token. They send neither cookies nor a referrer. */
export function createApi(pass: string, lang: () => Lang): Api {
  const headersOf = (ticket?: string): Record<string, string> => ({
    Accept: 'application/json',
    'Accept-Language': lang(),
    'X-Komak-Site': pass,
    ...(ticket === undefined ? {} : { 'X-Komak-Ticket': ticket }),
  });

  async function call(path: string, init: { body?: object; ticket?: string } = {}): Promise<unknown> {
    const { body, ticket } = init;
    const response = await fetch(addressOf(path), {
      method: body ? 'POST' : 'GET',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(responseMs),
      headers: { ...headersOf(ticket), ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    }).catch(() => {
      throw new CallError('network');
    });
    const result: unknown = await response.json().catch(() => null);
    if (response.ok && result !== null) return result;
    throw errorOf(result);
  }

  return {
    addressOf,
    readForm: async () => (await call('intake/form')) as FormFacts,
    async buyTicket(challenge, solutions) {
      const { ticket, expires } = recordOf(await call('intake/tickets', { body: { challenge, solutions } }));
      return { token: String(ticket), expires: String(expires) };
    },
    async sendCode(ticket, phone) {
      await call('intake/codes', { ticket, body: { phone } });
    },
    async checkCode(ticket, code) {
      await call('intake/codes/check', { ticket, body: { code } });
    },
    openIdentity: async (request) =>
      String(recordOf(await call('intake/identities', { body: { request } }))['path']),
    takeIdentity: async (ticket, secret) =>
      readResult(await call('intake/identities/result', { ticket, body: { secret } })),
    async removeIdentity(ticket) {
      await call('intake/identities/removal', { ticket, body: {} });
    },
    checkLetter: async (code) => (await call('intake/letter-checks', { body: { code } })) as LetterCheck,
    async submit(ticket, body) {
      const receipt = readReceipt(await call('intake/applications', { ticket, body }));
      if (!receipt) throw new CallError('network');
      return receipt;
    },
    readStatus: async (number, code) =>
      (await call('intake/status', { body: { number: number.replace(/\D/g, ''), code } })) as StatusResponse,
    sendFile: (ticket, file, onProgress) =>
      upload(addressOf('intake/files'), headersOf(ticket), { file, onProgress }),
  };
}

/**
 * The time without progress after which an upload is aborted, in milliseconds, since lost connections are often not
 * reported.
 */
const stallMs = 60_000;

/** Uploads with `XMLHttpRequest`, since `fetch` does not report progress. */
function upload(
  address: string,
  headers: Readonly<Record<string, string>>,
  { file, onProgress }: { file: File; onProgress: (part: number) => void },
): Promise<DraftFile> {
  return new Promise((succeed, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    let stalled = setTimeout(abort, stallMs);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, stallMs);
      onProgress(total > 0 ? loaded / total : 0);
    });
    addEventListener('offline', abort);
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      removeEventListener('offline', abort);
    });
    for (const type of ['error', 'abort', 'timeout']) {
      request.addEventListener(type, () => fail(new CallError('network')));
    }
    request.addEventListener('load', () => {
      const result = parseJson(request.responseText);
      const [stored] = request.status === 201 ? readFile(result) : [];
      if (stored) succeed(stored);
      else fail(errorOf(result));
    });
    const form = new FormData();
    form.append('files', file, file.name);
    request.send(form);
  });
}

function readResult(result: unknown): IdentityResult {
  const { state, problem, person } = recordOf(result);
  const known = identityProblems.find((one) => one === problem) ?? null;
  return { state: String(state), problem: known, person: readPerson(person) };
}

function errorOf(result: unknown): CallError {
  const { code, err, message, fields } = recordOf(result);
  const text = [err, message].find((one) => typeof one === 'string' && one !== '');
  const problems = Object.entries(recordOf(fields)).flatMap(([name, problem]) =>
    typeof problem === 'string' ? [[name, problem] as const] : [],
  );
  return new CallError(
    typeof code === 'string' ? code : 'network',
    typeof text === 'string' ? text.slice(0, 500) : null,
    Object.fromEntries(problems),
  );
}
