import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '#plugins/applications/contract.ts';
import {
  type Batch,
  type BatchDetail,
  type Letter,
  type LetterInput,
  type Template,
} from '#plugins/letters/contract.ts';
import { addNeighborhoods } from '../../support/neighborhoods.ts';

/** A site on which citizens request the status of their application. */
export const site = 'https://shahar.example';

/** How many requests one network may send through the widget in ten minutes. */
export const checksOfWidget = 12;

/** The permission to write letters. */
export const permissions = ['application_receiver'];

/** A paragraph of a text. */
export const paragraphOf = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
});
/** A field of a template. */
export const field = (name: string) => ({ type: 'field', attrs: { name } });
/** A document with some blocks. */
export const documentOf = (...content: object[]) => ({ type: 'doc', content });

/** A template with a greeting, and another text for rejected applications. */
export const templateBody = documentOf(
  {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Hurmatli ' }, field('applicant_name'), { type: 'text', text: '!' }],
  },
  ...[false, true].map((negate) => ({
    type: 'condition',
    attrs: { when: 'status', value: 'rejected', negate },
    content: [paragraphOf(negate ? 'Koʻrib chiqilmoqda.' : 'Rad etildi.')],
  })),
  { type: 'paragraph', content: [field('letter_number')] },
);

/** Two nodes with one database, whose staff write letters. */
export type Office = Awaited<ReturnType<typeof openOffice>>;

/** Opens an office. */
export async function openOffice() {
  const plugins = ['letters', 'admins', 'notifications', 'intake'];
  const config = { intake: { visitors: true, limits: { status: checksOfWidget } } };
  const deployment = { allowedOrigins: [site] };
  const server = await testServer({ plugins, config, deployment });
  const { databaseUrl, data } = server;
  const second = await testServer({ plugins, config, deployment, databaseUrl, data });
  await addNeighborhoods(server, 3);
  const draft = { permissions, neighborhoodIds: [1, 2], firstName: 'Olim', lastName: 'Operator' };
  const { id: operatorId } = await server.createAdmin({ login: 'op', ...draft });
  const staff = {
    /** Has access to neighbourhoods 1 and 2. */
    operator: await server.signIn('op'),
    operatorId,
    /** Has access to neighbourhood 3. */
    stranger: await server.signIn({ permissions, neighborhoodIds: [3] }),
    chief: await server.signIn({ role: 'super_admin', permissions }),
  };
  const writing = writingOf(server, staff);
  return {
    server,
    second,
    ...staff,
    ...writing,
    ...bulkOf(server, staff, writing),
    async close() {
      await second.close();
      await server.close();
    },
  };
}

interface Staff {
  readonly operator: ApiClient;
  readonly operatorId: number;
  readonly chief: ApiClient;
}

function writingOf(server: TestServer, { operator, operatorId, chief }: Staff) {
  let templates = 0;
  const letterFor = (applicationId: number, more: Partial<LetterInput> = {}): LetterInput => ({
    application_id: applicationId,
    language: 'uz',
    subject: 'Arizangiz boʻyicha',
    body: documentOf(paragraphOf('Hurmatli fuqaro!')) as LetterInput['body'],
    signatory_id: operatorId,
    template_id: null,
    replaces_id: null,
    ...more,
  });
  return {
    letterFor,
    async addApplication(fields: object = {}): Promise<number> {
      const { status, body } = await operator.upload<Application>('applications', {
        neighborhood_id: 1,
        employment_status: 'unemployed',
        planned_assistance: 'Tomni taʼmirlash',
        first_name: 'Gʻuncha',
        last_name: 'Oʻrinboyeva',
        ...fields,
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.id;
    },
    async issue(applicationId: number, more: Partial<LetterInput> = {}): Promise<Letter> {
      const { status, body } = await operator.post<Letter>('letters', letterFor(applicationId, more));
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    async addTemplate(more: object = {}): Promise<Template> {
      templates++;
      const { status, body } = await chief.post<Template>('letter-templates', {
        uz: { name: `Javob ${templates}`, subject: 'Arizangiz haqida' },
        ru: { name: `Ответ ${templates}`, subject: 'О вашем заявлении' },
        kind: 'letter',
        enabled: true,
        body_uz: templateBody,
        body_ru: templateBody,
        ...more,
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    ...registerOf(server),
  };
}

function registerOf(server: TestServer) {
  return {
    /** The secret of a letter's QR code. */
    async codeOf({ id }: Letter): Promise<string> {
      const { rows } = await sql<{ code: string }>`select code from letters where id = ${id}`.execute(
        server.database,
      );
      return rows[0]?.code ?? '';
    },
    /** Asserts that the register's numbers have no gaps. */
    async expectNoGaps(): Promise<void> {
      const { rows } = await sql<{ number: number }>`select number from letters order by number`.execute(
        server.database,
      );
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
      const register = await sql<{
        last_number: number;
      }>`select last_number from letter_registers`.execute(server.database);
      expect(register.rows).toEqual([{ last_number: rows.length }]);
    },
  };
}

function bulkOf(server: TestServer, { operator, operatorId }: Staff, writing: ReturnType<typeof writingOf>) {
  return {
    async acceptedApplications(count: number): Promise<number[]> {
      const ids: number[] = [];
      // One after the other: a busy server accepts only a few concurrent uploads.
      while (ids.length < count) ids.push(await writing.addApplication({ neighborhood_id: 2 }));
      await sql`update applications set status = 'accepted', status_at = now() where id = any(${ids}::bigint[])`.execute(
        server.database,
      );
      return ids;
    },
    /** The criteria of a bulk job for accepted applications, with a new template. */
    async criteria() {
      const { id } = await writing.addTemplate();
      return {
        template_id: id,
        status: 'accepted',
        neighborhood: 2,
        from: '2020-01-01',
        to: '2099-01-01',
      };
    },
    /** Starts a bulk job in Uzbek, signed by the operator. */
    async startBatch(criteria: object): Promise<Batch> {
      const { status, body } = await operator.post<Batch>('letter-batches', {
        ...criteria,
        language: 'uz',
        signatory_id: operatorId,
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    batchDone(id: number): Promise<BatchDetail> {
      return vi.waitFor(
        async () => {
          const { body } = await operator.get<BatchDetail>(`letter-batches/${id}`);
          expect(body.state).not.toBe('running');
          return body;
        },
        { timeout: 30_000, interval: 200 },
      );
    },
  };
}
