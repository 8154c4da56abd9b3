import { Agent, get, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '#kernel/testing/api.ts';
import type { Action, Application } from '#plugins/applications/contract.ts';

/** A running call and its result. */
export interface SlowCall<Result> {
  readonly done: Promise<Result>;
}

const form = {
  neighborhood_id: '1',
  employment_status: 'unemployed',
  salary: 'Tikuvchilik',
  planned_assistance: 'Tomni taʼmirlash',
};
const boundary = 'komak-slow';
const agent = new Agent({ keepAlive: false });
/** The number of portions of a slow upload. */
const portionCount = 10;

/** Stores a PDF with a new application; returns its address. */
export async function storeFile(
  url: string,
  { token, content }: { token: string; content: Buffer },
): Promise<string> {
  const api = createApi(url, { token });
  const { body: made } = await api.upload<Application>('applications', form);
  const file = { name: 'a.pdf', type: 'application/pdf', content };
  const path = `applications/${made.id}/actions/messages`;
  const { body } = await api.upload<Action>(path, { message: 'Hujjat' }, [file]);
  const [stored] = body.files ?? [];
  if (!stored) throw new Error(`the file was not stored: ${JSON.stringify(body)}`);
  return stored.url;
}

/**
 * Sends an application with a PDF over `for` milliseconds; resolves when the server has accepted the request,
 * `done` with the status, or with the error code of the connection.
 */
export async function sendSlowly(
  url: string,
  { token, content, for: milliseconds }: { token: string; content: Buffer; for: number },
): Promise<SlowCall<number | string>> {
  const fields = Object.entries(form).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.concat([
    Buffer.from(
      `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n` +
        'content-type: application/pdf\r\n\r\n',
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    authorization: token,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
    expect: '100-continue',
  };
  const sent = request(`${url}/api/uz/applications`, { agent, method: 'POST', headers });
  const status = new Promise<number | string>((done) => {
    sent.once('response', (response) => {
      response.resume().once('end', () => done(response.statusCode ?? 0));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
  });
  sent.flushHeaders();
  await new Promise<void>((accepted, failed) => {
    sent.once('continue', () => accepted());
    sent.once('error', failed);
  });
  const size = Math.ceil(body.length / portionCount);
  void (async () => {
    for (let from = 0; from < body.length; from += size) {
      sent.write(body.subarray(from, from + size));
      await sleep(milliseconds / portionCount);
    }
    sent.end();
  })();
  return { done: status };
}

/**
 * Requests a file and pauses `for` milliseconds before reading it; resolves when the response starts, `done`
 * with the total number of bytes, or with the error message.
 */
export async function readSlowly(
  address: string,
  { for: milliseconds }: { for: number },
): Promise<SlowCall<number | string>> {
  const response = await new Promise<IncomingMessage>((received, failed) => {
    get(address, { agent }, received).once('error', failed);
  });
  const done = (async () => {
    await sleep(milliseconds);
    let size = 0;
    try {
      for await (const part of response) size += (part as Buffer).length;
    } catch (error) {
      return (error as Error).message;
    }
    return size;
  })();
  return { done };
}

/** Makes a call and keeps its connection idle; `ended` says whether the server closed or aborted it. */
export async function openIdleConnection(
  url: string,
): Promise<{ readonly ended: Promise<'closed' | 'cut'> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ended = new Promise<'closed' | 'cut'>((done) => {
    socket.once('end', () => done('closed'));
    socket.once('error', () => done('cut'));
  });
  const response = new Promise((done) => socket.once('data', done));
  socket.write('GET /health/live HTTP/1.1\r\nhost: komak\r\n\r\n');
  await response;
  return { ended };
}
