import { sql } from 'kysely';
import { z } from 'zod';
import {
  allOf,
  definePlugin,
  hook,
  idParamSchema,
  idSchema,
  momentSchema,
  signedIn,
  superAdmin,
  type Manifest,
} from '#kernel/contract/index.ts';
import {
  defineServer,
  onHook,
  routesOf,
  type ServerPlugin,
  type ServerModule,
} from '#kernel/server/api/index.ts';

const noteSchema = z.object({ id: idSchema, text: z.string(), createdAt: momentSchema });

/** Called when a note is written. */
export const noteWritten = hook<{ id: number; text: string }>('sample.written');

const manifest = definePlugin({
  id: 'sample',
  version: '1.0.0',
  permissions: ['note_add'],
  events: { note_receive: { payload: noteSchema, access: signedIn, area: 'none' } },
});

const route = routesOf(manifest);

const sampleServer = defineServer(manifest, {
  routes: [
    route({
      method: 'GET',
      path: 'sample/notes',
      summary: 'Notes',
      access: signedIn,
      response: z.array(noteSchema),
      handle: async ({ context }) => {
        const { rows } = await sql<z.input<typeof noteSchema>>`
          select id, text, created_at "createdAt", secret from sample_notes order by id`.execute(
          context.database,
        );
        return rows;
      },
    }),
    route({
      method: 'GET',
      path: 'sample/notes/:id',
      summary: 'One note',
      access: allOf('note_add'),
      params: z.object({ id: idParamSchema }),
      query: z.strictObject({ limit: z.coerce.number().int().max(100).default(20) }),
      response: z.object({ id: idSchema, limit: z.int() }),
      handle: ({ params, query }) => ({ id: params.id, limit: query.limit }),
    }),
    route({
      method: 'POST',
      path: 'sample/notes',
      summary: 'Write a note',
      access: signedIn,
      body: z.strictObject({ text: z.string().trim().min(2).max(20), delay: z.number().optional() }),
      response: noteSchema,
      status: 201,
      handle: async ({ body, database, audit, hooks, emit }) => {
        const { rows } = await sql<z.input<typeof noteSchema>>`
          insert into sample_notes (text) values (${body.text}) returning id, text, created_at "createdAt"`.execute(
          database,
        );
        const [note] = rows;
        if (!note) throw new Error('nothing was written');
        if (body.delay) await sql`select pg_sleep(${body.delay / 1000})`.execute(database);
        await audit({
          action: 'sample.note.write',
          subjectType: 'note',
          subjectId: note.id,
          details: { fields: ['text'] },
        });
        await hooks.call(noteWritten, { id: note.id, text: note.text });
        emit('note_receive', note);
        return note;
      },
    }),
    route({
      method: 'DELETE',
      path: 'sample/notes/:id',
      summary: 'Remove a note',
      access: superAdmin,
      params: z.object({ id: idParamSchema }),
      response: z.object({ id: idSchema }),
      handle: async ({ database, params }) => {
        await sql`delete from sample_notes where id = ${params.id}`.execute(database);
        return { id: params.id };
      },
    }),
    route({
      method: 'POST',
      path: 'sample/uploads',
      summary: 'Send files',
      access: signedIn,
      body: z.strictObject({ text: z.string().default('') }),
      upload: { maxFiles: 2, maxBytes: 200_000 },
      response: z.object({ text: z.string(), files: z.array(z.object({ id: idSchema, name: z.string() })) }),
      status: 201,
      handle: ({ body, files }) => {
        if (body.text === 'fail') throw new Error('on purpose');
        return { text: body.text, files: files.map(({ id, name }) => ({ id, name })) };
      },
    }),
  ],
});

/** A plugin that is defined in a test, without a folder of its own. */
export interface TestPlugin extends ServerPlugin {
  readonly migrations?: URL;
}

/** A plugin with one table for tests of the kernel: notes that users write and read with permissions. */
export const samplePlugin: TestPlugin = {
  ...sampleServer,
  migrations: new URL('sample-migrations/', import.meta.url),
};

/** Creates a plugin for tests of failures. */
export function pluginWith(id: string, module: ServerModule, more: Partial<Manifest> = {}): ServerPlugin {
  return defineServer(definePlugin({ id, version: '1.0.0', ...more } as Manifest), module);
}

/** Refuses notes with the text `refused`, within the transaction that writes them. */
export const listeningPlugin: ServerPlugin = defineServer(
  definePlugin({ id: 'listening', version: '1.0.0' }),
  {
    hooks: [
      onHook(noteWritten, async ({ text }) => {
        if (text === 'refused') throw new Error('on purpose');
      }),
    ],
  },
);
