import fc from 'fast-check';
import { mediaTypesOf, type Operation, type Schema } from '../document.ts';
import { hostileTexts, hostileValues, valuesOf } from './arbitrary-json.ts';

/** Kinds of callers. */
export const callers = ['nobody', 'a broken token', 'a clerk', 'a super admin'] as const;
export type Caller = (typeof callers)[number];

/** A request to be sent. */
export interface HostileRequest {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Requests for some calls: some as described, most with one fault, a few entirely broken. */
export function requestsFor(operations: readonly Operation[]): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(fc.constantFrom(...operations), fc.constantFrom(...callers, 'a super admin', 'a super admin'))
    .chain(([operation, caller]) =>
      fc
        .record({
          path: pathsOf(operation),
          query: queriesOf(operation),
          headers: headersOf(operation),
          content: contentsOf(operation),
        })
        .map(({ path, query, headers: more, content }) => ({
          operation,
          caller: caller as Caller,
          path: path + query,
          headers: { ...more, ...(content ? { 'content-type': content.type } : {}) },
          body: content?.body ?? null,
        })),
    );
}

const brokenEscapes = fc.constantFrom(
  '%',
  '%E0%A4%A',
  '%00',
  '%2e%2e%2f',
  '..',
  '.',
  '%ff',
  ';a=1',
  'a%0d%0ab',
);

function pathsOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'path');
  const values = own.map(({ schema }) =>
    fc
      .oneof(
        { arbitrary: isNumber(schema) ? ids : valuesOf(schema, 0).map(escaped), weight: 12 },
        { arbitrary: valuesOf(schema, 30).map(escaped), weight: 4 },
        { arbitrary: brokenEscapes, weight: 1 },
      )
      // Without its last segment, a path belongs to another call.
      .filter((value) => value !== ''),
  );
  return fc
    .tuple(...values)
    .map((chosen) =>
      own.reduce((text, { name }, index) => text.replace(`{${name}}`, chosen[index] ?? ''), path),
    );
}

const ids = fc.integer({ min: 1, max: 40 }).map(String);

function isNumber({ type }: Schema): boolean {
  return type === 'integer' || type === 'number';
}

function queriesOf({ parameters }: Operation): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const pair = (name: string, schema: Schema) =>
    fc.oneof(
      { arbitrary: valuesOf(schema, 8).map((value) => `${name}=${escaped(value)}`), weight: 30 },
      { arbitrary: hostileTexts.map((value) => `${name}[]=${escaped(value)}&${name}=1`), weight: 1 },
    );
  // One of `freq` requests omits it.
  const known = fc.tuple(
    ...own.map(({ name, required, schema }) => fc.option(pair(name, schema), { freq: required ? 8 : 2 })),
  );
  const unknown = fc.oneof(
    { arbitrary: fc.constant<string[]>([]), weight: 10 },
    { arbitrary: hostileTexts.map((text) => [`${escaped(text)}=${escaped(text)}`]), weight: 1 },
    { arbitrary: brokenEscapes.map((text) => [text]), weight: 1 },
  );
  return fc.tuple(known, unknown).map((parts) => {
    const all = parts.flat().filter((part) => part !== null);
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

/** Described headers, or any. */
function headersOf(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const own = operation.parameters.filter((one) => one.in === 'header');
  const described = [
    ...mediaTypesOf(operation).map((type) => fc.constant({ accept: type })),
    ...own.map(({ name, schema }) =>
      valuesOf(schema, 10).map((value) => ({ [name]: printable(textOf(value)) })),
    ),
  ];
  return described.length === 0
    ? anyHeaders
    : fc.oneof({ arbitrary: anyHeaders, weight: 3 }, fc.oneof(...described));
}

/** Headers that the server reads, and one that it does not know. */
const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 6 },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom('idempotency-key', 'if-match', 'if-none-match', 'accept-language', 'x-forwarded-for', 'range', 'accept', 'accept', 'origin', 'x-http-method-override', 'transfer-encoding-x', 'cookie'),
        fc.oneof(hostileTexts, fc.constantFrom('ru', '*/*', 'application/x-ndjson', 'application/vnd.apache.arrow.stream', 'bytes=0-', 'bytes=9-1,,', '127.0.0.1', 'null', 'DELETE', '"', '*')),
      )
      .map(([name, value]) => ({ [name]: printable(value) })),
    weight: 3,
  },
); // prettier-ignore

interface Content {
  readonly type: string;
  readonly body: string;
}

function contentsOf({ method, body }: Operation): fc.Arbitrary<Content | null> {
  if (method === 'GET') return fc.constant(null);
  const schema = Object.values(body ?? {})[0] ?? {};
  const isForm = body !== null && 'multipart/form-data' in body;
  const json = fc
    .oneof({ arbitrary: valuesOf(schema, 12), weight: 9 }, { arbitrary: hostileValues, weight: 1 })
    .map((value) => ({ type: 'application/json', body: JSON.stringify(value) }));
  const broken = fc
    .tuple(
      valuesOf(schema, 0),
      fc.constantFrom('application/json', 'text/plain', 'application/xml', 'multipart/form-data', 'x/y', 'application/json; charset=utf-7'),
      fc.nat(),
    )
    .map(([value, type, cut]) => {
      const text = JSON.stringify(value);
      return { type, body: text.slice(0, cut % (text.length + 1)) };
    }); // prettier-ignore
  return fc.oneof(
    { arbitrary: isForm ? formsOf(schema) : json, weight: 12 },
    { arbitrary: isForm ? json : formsOf(schema), weight: 1 },
    { arbitrary: broken, weight: 2 },
    { arbitrary: fc.constant(null), weight: 1 },
  );
}

const files = fc.array(
  fc.record({
    name: fc.oneof(fc.constantFrom('a.pdf', 'a.png', 'a.svg', '../a.exe', 'a.pdf.html', ''), hostileTexts.map(printable)),
    type: fc.constantFrom('application/pdf', 'image/png', 'image/svg+xml', 'text/html', 'application/octet-stream', ''),
    content: fc.oneof(fc.constantFrom('', '%PDF-1.7\n%%EOF', '\u0089PNG\r\n\u001a\n', 'MZ', '<svg onload=alert(1)>'), hostileTexts),
  }),
  { maxLength: 7 },
); // prettier-ignore

function formsOf(schema: Schema): fc.Arbitrary<Content> {
  const fields = fc
    .tuple(valuesOf(schema, 0), valuesOf(schema, 40))
    .map((sets) => sets.toReversed().find((set) => typeof set === 'object' && set !== null) ?? {});
  return fc.tuple(fields, files, fc.nat(30)).map(([own, sent, cut]) => {
    const boundary = 'komak-hostile';
    const parts = Object.entries(own)
      .filter(([name]) => name !== 'files')
      .map(
        ([name, value]) =>
          `content-disposition: form-data; name="${printable(name)}"\r\n\r\n${textOf(value)}`,
      );
    const attached = sent.map(
      ({ name, type, content }) =>
        `content-disposition: form-data; name="files"; filename="${name.replaceAll('"', '')}"\r\ncontent-type: ${type}\r\n\r\n${content}`,
    );
    const body = `${[...parts, ...attached].map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
    return {
      type: `multipart/form-data; boundary=${boundary}`,
      body: cut === 0 ? body.slice(0, -20) : body,
    };
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Encodes a value like the front end; characters that UTF-8 cannot encode are replaced. */
function escaped(value: unknown): string {
  return encodeURIComponent(textOf(value).slice(0, 3000).toWellFormed());
}

/** Characters that Node accepts in a header. */
export function printable(text: string): string {
  return text.replace(/[^\u0020-\u007e]/g, '?').slice(0, 500);
}

/** Formats the smallest failing request, without the description of its operation. */
export function reportOf({ counterexample, errorInstance }: fc.RunDetails<[HostileRequest]>): string {
  const [{ operation, ...request }] = counterexample as [HostileRequest];
  return `${operation.method} ${JSON.stringify(request)}\n${String(errorInstance)}`;
}
