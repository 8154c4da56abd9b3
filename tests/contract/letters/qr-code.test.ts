import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch, Check, Letter, LetterInput } from '#plugins/letters/contract.ts';
import { documentOf, type Office, openOffice, paragraphOf } from './office.ts';
import { readQrCodes } from './read-pdf.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

async function fileOf({ file }: Letter): Promise<Uint8Array> {
  const response = await fetch(new URL(file.url, office.server.url));
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The page that a reader sees after scanning a letter's QR code. */
async function pageBehind(address: string): Promise<string> {
  const response = await fetch(address, { headers: { accept: 'text/html', 'accept-language': 'uz' } });
  expect(response.status).toBe(200);
  return response.text();
}

test.each(['uz', 'ru'] as const)(
  'a camera reads the page of the letter in its QR code, and the page confirms that it is genuine, in %s',
  async (language) => {
    const id = await office.addApplication();
    const letters = [await office.issue(id, { language }), await office.issue(id, { language })];
    for (const letter of letters) {
      const codes = await readQrCodes(await fileOf(letter));
      expect(codes).toEqual([`${office.server.url}/api/uz/letters/check/${await office.codeOf(letter)}`]);
      const html = await pageBehind(codes[0] ?? '');
      expect(html).toContain('data-kind="issued"');
      expect(html).toContain(`<dd>${letter.number}</dd>`);
      for (const other of letters.filter(({ id: one }) => one !== letter.id)) {
        expect(html).not.toContain(`<dd>${other.number}</dd>`);
      }
    }
  },
);

test('a letter of several pages has one QR code, on its last page', async () => {
  const long = Array.from({ length: 60 }, (_, index) =>
    paragraphOf(
      `${index + 1}. Komissiya arizangizda koʻrsatilgan holatlarni joyiga chiqqan holda oʻrgandi. `.repeat(3),
    ),
  );
  const body = documentOf(...long) as LetterInput['body'];
  const letter = await office.issue(await office.addApplication(), { body });
  const codes = await readQrCodes(await fileOf(letter));
  expect(codes.length).toBeGreaterThan(3);
  expect(codes.slice(0, -1)).toEqual(codes.slice(0, -1).map(() => null));
  expect(codes.at(-1)).toContain(await office.codeOf(letter));
});

test('the QR code of a corrected letter says so, and that of the correction leads to the new one', async () => {
  const id = await office.addApplication();
  const former = await office.issue(id);
  const letter = await office.issue(id, { replaces_id: former.id });
  const [ofFormer, ofLetter] = await Promise.all(
    [former, letter].map(async (one) => pageBehind((await readQrCodes(await fileOf(one)))[0] ?? '')),
  );
  expect(ofFormer).toContain('data-kind="replaced"');
  expect(ofFormer).toContain(letter.number);
  expect(ofLetter).toContain('data-kind="issued"');
});

test('in the PDF of a bulk job the QR code of each page leads to the letter on it', async () => {
  await office.acceptedApplications(3);
  const { body: job } = await office.operator.post<Batch>('letter-batches', {
    ...(await office.criteria()),
    language: 'uz',
    signatory_id: office.operatorId,
  });
  await office.batchDone(job.id);
  const response = await fetch(`${office.server.url}/api/uz/letter-batches/${job.id}/file?format=pdf`, {
    headers: { authorization: office.operator.token ?? '' },
  });
  const codes = await readQrCodes(new Uint8Array(await response.arrayBuffer()));
  const { body } = await office.operator.get<{ items: Letter[] }>(
    'letters?sort_by=number&sort_order=asc&limit=100',
  );
  const numbers = await Promise.all(
    codes.map(async (address) => {
      const found = await fetch(address ?? '', { headers: { accept: 'application/json' } });
      return ((await found.json()) as Check).number;
    }),
  );
  expect(numbers).toEqual(body.items.slice(-3).map(({ number }) => number));
});
