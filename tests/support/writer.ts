import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as requestSecurely } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

/** The status of a response, or what happened to the connection instead. */
export type Outcome =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly body: unknown }
  | { readonly status: 'refused' | 'reset' };

/** Creates applications one after another, repeating each until it is acknowledged. */
export interface Writer {
  /** The acknowledged ids by the key in the application's text. */
  readonly confirmed: ReadonlyMap<string, number>;
  /** How often each outcome occurred. */
  readonly outcomes: ReadonlyMap<number | string, number>;
  stop(): Promise<void>;
}

const agent = new Agent({ keepAlive: false });
const secureAgent = new SecureAgent({ keepAlive: false });

/**
 * Sends an application as a form on a separate connection. A connection that fails is `reset` if the server
 * had accepted the request, and `refused` if not.
 */
export function sendApplication(
  url: string,
  {
    token,
    key,
    file,
    neighborhoodId = 1,
  }: { token: string; key: string; file?: Buffer; neighborhoodId?: number | undefined },
): Promise<Outcome> {
  const body = formOf({ key, neighborhoodId, file });
  return new Promise((done) => {
    let accepted = false;
    const isSecure = url.startsWith('https:');
    const outgoing = (isSecure ? requestSecurely : request)(
      `${url}/api/uz/applications`,
      {
        agent: isSecure ? secureAgent : agent,
        method: 'POST',
        headers: {
          authorization: token,
          'idempotency-key': key,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': body.length,
          expect: '100-continue',
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('error', () => done({ status: 'reset' }));
        response.on('end', () => {
          outgoing.end();
          if (!response.complete) return;
          const isJson = response.headers['content-type']?.includes('json') ?? false;
          const parsed: unknown = isJson ? JSON.parse(text) : text;
          done({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            body: parsed,
          });
        });
      },
    );
    // `100 Continue` shows that the server has accepted the request; before it, the operating system may reject
    // a connection that waits in its queue. A proxy may send its own, and then that of its node.
    outgoing.once('continue', () => {
      accepted = true;
      outgoing.end(body);
    });
    outgoing.on('error', () => done({ status: accepted ? 'reset' : 'refused' }));
  });
}

const boundary = 'komak-fault';

/** The form of an application as bytes. */
function formOf(given: { key: string; neighborhoodId: number; file: Buffer | undefined }): Buffer {
  const fields = {
    neighborhood_id: String(given.neighborhoodId),
    employment_status: 'unemployed',
    salary: 'tikuvchilik',
    planned_assistance: given.key,
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const attached = given.file
    ? [
        `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
        given.file,
        '\r\n',
      ]
    : [];
  return Buffer.concat([...parts, ...attached, `--${boundary}--\r\n`].map((part) => Buffer.from(part)));
}

/** The options of a writer. */
export interface WriterOptions {
  readonly name: string;
  readonly token: string;
  readonly file?: Buffer;
  /** Milliseconds between two applications. */
  readonly pause?: number;
  readonly neighborhoodId?: number;
  /** Statuses other than 503 after which it retries, such as those of a proxy whose node has stopped. */
  readonly retryOn?: readonly number[];
}

/** Starts writing; `urlOf` returns the address for each attempt. */
export function startWriter(
  urlOf: () => string,
  { name, token, file, pause = 0, neighborhoodId, retryOn = [] }: WriterOptions,
): Writer {
  const confirmed = new Map<string, number>();
  const outcomes = new Map<number | string, number>();
  const end = new AbortController();

  async function sendUntilConfirmed(key: string): Promise<void> {
    for (;;) {
      const outcome = await sendApplication(urlOf(), {
        token,
        key,
        neighborhoodId,
        ...(file ? { file } : {}),
      });
      outcomes.set(outcome.status, (outcomes.get(outcome.status) ?? 0) + 1);
      if (outcome.status === 201) {
        confirmed.set(key, ((outcome as { body: unknown }).body as { id: number }).id);
        return;
      }
      const { status } = outcome;
      const isRetryable = typeof status === 'string' || status === 503 || retryOn.includes(status);
      if (!isRetryable) throw new Error(`${key}: ${JSON.stringify(outcome)}`);
      await sleep(30);
    }
  }

  const done = (async () => {
    for (let round = 0; !end.signal.aborted; round++) {
      await sendUntilConfirmed(`${name}-${round}`);
      if (pause > 0) await sleep(pause);
    }
  })();
  // `stop` throws the error.
  done.catch(() => {});
  return {
    confirmed,
    outcomes,
    async stop() {
      end.abort();
      await done;
    },
  };
}
