import { sql } from 'kysely';
import { z } from 'zod';
import { allOf } from '@komak/plugin-api/contract';
import { defineServer, routesOf } from '@komak/plugin-api/server';
import { noteBodySchema, noteSchema, type Note } from '../contract.ts';
import { eslatma } from '../manifest.ts';

const route = routesOf(eslatma);
const writers = allOf('eslatma_write');

const list = route({
  method: 'GET',
  path: 'eslatma',
  summary: 'The newest notes',
  access: writers,
  response: z.array(noteSchema),
  async handle({ database, context: { config } }) {
    const { rows } = await sql<Note>`
      select id, text, created_at "createdAt" from eslatma_notes
      order by id desc limit ${config.shown}`.execute(database);
    return rows;
  },
});

const add = route({
  method: 'POST',
  path: 'eslatma',
  summary: 'Adds a note',
  access: writers,
  body: noteBodySchema,
  response: noteSchema,
  status: 201,
  async handle({ database, body, audit, emit }) {
    const { rows } = await sql<Note>`
      insert into eslatma_notes (text) values (${body.text})
      returning id, text, created_at "createdAt"`.execute(database);
    const [note] = rows;
    if (!note) throw new Error('the insert returned no row');
    await audit({ action: 'eslatma.add', subjectType: 'eslatma_note', subjectId: note.id });
    emit('eslatma_receive', note);
    return note;
  },
});

/** The server module of the plugin. */
export const eslatmaServer = defineServer(eslatma, { routes: [list, add] });
