import { Readable } from 'node:stream';
import { z } from 'zod';
import { areaOf, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { Download, downloadSchema, routesOf } from '#kernel/plugin-api/server.ts';
import {
  draftBodySchema,
  draftSchema,
  previewBodySchema,
  replySchema,
  signatoriesQuerySchema,
  signatorySchema,
  templateChoiceSchema,
  writers,
} from '../../contract.ts';
import { letters } from '../../manifest.ts';
import { templateDataOf, readApplication, readWriter } from '../core/application.ts';
import { codedError } from '../core/errors.ts';
import { fillBlocks, fillTemplate, plainTextOf } from '../core/fill.ts';
import { type Issuing, sheetOf } from '../letter/issue-letter.ts';
import { readSignatories, readSigners } from '../store/signatories.ts';
import { readChoices, readReplies, readTemplate } from '../store/templates.ts';

const route = routesOf(letters);

/** `GET letters/templates`: the templates to choose from. */
export const choices = route({
  method: 'GET',
  path: 'letters/templates',
  summary: 'The templates of letters that are in use',
  access: writers,
  response: z.array(templateChoiceSchema),
  handle: ({ database, language }) => readChoices(database, 'letter', language),
});

/** `GET letters/signatories`. */
export const signatories = route({
  method: 'GET',
  path: 'letters/signatories',
  summary:
    'The signatories of letters; or all signatories, former ones included, in the register of the user’s area',
  access: writers,
  query: signatoriesQuerySchema,
  response: z.array(signatorySchema),
  handle: ({ database, language, query, viewer }) =>
    query.of === 'register' ? readSigners(database, areaOf(viewer)) : readSignatories(database, language),
});

/** `GET letters/replies?application_id=`. */
export const replies = (issuing: Issuing) =>
  route({
    method: 'GET',
    path: 'letters/replies',
    summary: 'Quick replies in the caller’s language, filled from an application',
    access: writers,
    query: z.strictObject({ application_id: idParamSchema }),
    response: z.array(replySchema),
    async handle({ database, hooks, query, viewer, language }) {
      const found = await readApplication(hooks, query.application_id, areaOf(viewer));
      const writer = await readWriter(database, viewer.id);
      const filled = templateDataOf(found, { context: issuing.context, language, writer });
      return (await readReplies(database, language)).map(({ id, name, body }) => ({
        id,
        name,
        text: plainTextOf(fillBlocks(body, filled)),
      }));
    },
  });

/** `POST letters/drafts`. */
export const draft = (issuing: Issuing) =>
  route({
    method: 'POST',
    path: 'letters/drafts',
    summary: 'Returns the text of a template, filled from an application; writes nothing',
    access: writers,
    transaction: false,
    body: draftBodySchema,
    response: draftSchema,
    async handle({ database, hooks, body, viewer }) {
      const { language } = body;
      const found = await readApplication(hooks, body.application_id, areaOf(viewer));
      if (body.template_id === null) {
        const empty = { type: 'doc' as const, content: [{ type: 'paragraph' as const }] };
        return { subject: '', body: empty, template_version: null };
      }
      const template = await readTemplate(database, body.template_id, language);
      if (!template) throw codedError('template_gone');
      const writer = await readWriter(database, viewer.id);
      const filled = templateDataOf(found, { context: issuing.context, language, writer });
      const { subject, version } = template;
      return { subject, body: fillTemplate(template.body, filled), template_version: version };
    },
  });

/** `POST letters/preview`. */
export const preview = (issuing: Issuing) =>
  route({
    method: 'POST',
    path: 'letters/preview',
    summary: 'Previews the pages of a letter without a number; writes nothing',
    access: writers,
    transaction: false,
    body: previewBodySchema,
    response: downloadSchema('application/pdf'),
    async handle({ database, hooks, body, viewer }) {
      const found = await readApplication(hooks, body.application_id, areaOf(viewer));
      const letter = { ...body, signatoryId: body.signatory_id, authorId: viewer.id };
      const sheet = await sheetOf({ database }, issuing.context, letter, found);
      const bytes = await issuing.renderer.render(sheet);
      return new Download({
        name: 'preview.pdf',
        mimetype: 'application/pdf',
        stream: Readable.from([bytes]),
      });
    },
  });
