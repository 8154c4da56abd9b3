import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, fail, idParamSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import { recordServer, routesOf } from '#kernel/plugin-api/server.ts';
import { isRecord } from '#kernel/domain/values/is-record.ts';
import {
  filledSchema,
  letterFields,
  template,
  type TemplateKind,
  templatePreviewBodySchema,
  templateVersionSchema,
} from '../../contract.ts';
import { letters } from '../../manifest.ts';
import { templateDataOf, readApplication, readWriter } from '../core/application.ts';
import { fillTemplate } from '../core/fill.ts';
import type { Issuing } from '../letter/issue-letter.ts';
import { readVersions } from '../store/templates.ts';

const route = routesOf(letters);

/** The templates as records. */
export const templateServer = recordServer(letters, template, {
  filters: {
    kind: (kind: TemplateKind, row) => sql`${row('kind')} = ${kind}`,
    enabled: (enabled: 'true' | 'false', row) => sql`${row('enabled')} = ${enabled === 'true'}`,
  },
  derive: async ({ viewer }) => ({ editor_id: viewer.id }),
  async assertWritable(_call, body) {
    if (body.kind === 'reply') {
      const wrong = (['body_uz', 'body_ru'] as const).filter((key) => namesLetter(body[key]));
      if (wrong.length === 0) return;
      const problem = { key: 'letters:errors.letter_field' };
      throw fail('invalid', { fields: Object.fromEntries(wrong.map((key) => [key, problem])) });
    }
    const empty = (['uz', 'ru'] as const).filter((language) => body[language].subject === '');
    if (empty.length === 0) return;
    const problem = { key: 'letters:errors.subject_required' };
    throw fail('invalid', {
      fields: Object.fromEntries(empty.map((language) => [`${language}.subject`, problem])),
    });
  },
});

/**
 * Whether a text contains a field that only an issued letter has, such as its number: in a quick reply it
 * would stay empty.
 */
function namesLetter(node: object): boolean {
  if ('type' in node && node.type === 'field' && 'attrs' in node) {
    const { attrs } = node;
    return letterFields.some((name) => isRecord(attrs) && attrs['name'] === name);
  }
  return 'content' in node && Array.isArray(node.content) && node.content.some(namesLetter);
}

const versions = route({
  method: 'GET',
  path: 'letter-templates/:id/versions',
  summary: 'Every version of a template, newest first',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  response: z.array(templateVersionSchema),
  async handle({ database, params: { id } }) {
    const found = await readVersions(database, id);
    if (found.length === 0) throw fail('not_found');
    return found;
  },
});

const preview = ({ context }: Issuing) =>
  route({
    method: 'POST',
    path: 'letter-templates/preview',
    summary: 'Previews an unsaved template, filled from a real application; writes nothing',
    access: superAdmin,
    transaction: false,
    body: templatePreviewBodySchema,
    response: filledSchema,
    async handle({ database, hooks, viewer, body: { application_id: id, language, subject, body } }) {
      const found = await readApplication(hooks, id, areaOf(viewer));
      const writer = await readWriter(database, viewer.id);
      return { subject, body: fillTemplate(body, templateDataOf(found, { context, language, writer })) };
    },
  });

/** The routes of templates. */
export const templateRoutes = (issuing: Issuing) => [...templateServer.routes, versions, preview(issuing)];
