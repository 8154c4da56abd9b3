import { z } from 'zod';
import { fail, superAdmin, type Viewer } from '#kernel/plugin-api/contract.ts';
import {
  type DatabaseTransaction,
  hasFactor,
  routesOf,
  type ServerContext,
  type UploadedFile,
  withProof,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import { maxArchiveBytes } from '#kernel/domain/values/limits.ts';
import {
  addExternalPluginBodySchema,
  examinationSchema,
  pluginDetailSchema,
  pluginParamsSchema,
} from '../contract.ts';
import { plugins, historyCapability, uploadCapability } from '../manifest.ts';
import { codedError } from './errors.ts';
import { presentDetail } from './presenter.ts';

const route = routesOf(plugins);
const upload = { minFiles: 1, maxFiles: 1, maxBytes: maxArchiveBytes, keep: false } as const;

/** `POST plugins/external/plan`. */
export const examine = route({
  method: 'POST',
  path: 'plugins/external/plan',
  summary: 'Previews an external plugin: its contributions, and every reason to reject it; changes nothing',
  access: superAdmin,
  upload,
  body: z.strictObject({}),
  response: examinationSchema,
  transaction: false,
  async handle({ context, uploads, database, viewer }) {
    requireUpload(context);
    const { plan, rejections } = await context.plugins.external.examine(onlyFile(uploads).bytes);
    return { plan, refusals: rejections, second_factor: await hasFactor(database, viewer.id) };
  },
});

/** `POST plugins/external`. */
export const add = route({
  method: 'POST',
  path: 'plugins/external',
  summary: 'Installs a previewed external plugin, or replaces its former version',
  access: superAdmin,
  upload,
  body: addExternalPluginBodySchema,
  response: pluginDetailSchema,
  status: 201,
  transaction: false,
  async handle(call) {
    const { context, uploads, body, viewer, sessionId, origin } = call;
    requireUpload(context);
    const { external } = context.plugins;
    const { bytes } = onlyFile(uploads);
    const { plan, rejections } = await external.examine(bytes);
    if (plan === null || rejections.length > 0)
      throw codedError('refused', { beside: { refusals: rejections } });
    if (plan.digest !== body.digest) throw codedError('archive_changed');
    const { id, version, digest } = plan;
    const number = await withProof(
      context,
      viewer.id,
      { ...body, sessionId, origin },
      async ({ database }) => {
        await audit(database, call, { verb: 'add', id, details: { version, digest } });
        return external.add(bytes, { adminId: viewer.id, database });
      },
    );
    await context.plugins.apply();
    const rejected = await external.rejectionsOf(number);
    if (rejected.length > 0) throw codedError('refused', { beside: { refusals: rejected } });
    return presentDetail(context.plugins.report(id));
  },
});

/** `DELETE plugins/{id}/external`. */
export const remove = route({
  method: 'DELETE',
  path: 'plugins/:id/external',
  summary: 'Removes a disabled external plugin; its data remain',
  access: superAdmin,
  params: pluginParamsSchema,
  response: z.object({}),
  transaction: false,
  async handle(call) {
    const { context, params, viewer } = call;
    const { id } = params;
    requireUpload(context);
    const { reasons, requiredBy, external } = context.plugins.report(id);
    if (external === null) throw fail('not_found');
    if (external.source !== null) throw codedError('deployed', { params: { source: external.source } });
    if (reasons[0]?.state !== 'disabled') throw codedError('still_enabled');
    if (requiredBy.length > 0)
      throw codedError('still_required', { params: { plugins: requiredBy.join(', ') } });
    await context.transaction(async ({ database }) => {
      await context.plugins.external.remove(id, { adminId: viewer.id, database });
      await audit(database, call, { verb: 'remove', id });
    });
    await context.plugins.apply();
    return {};
  },
});

/** The capability of these routes. */
export const uploadCapabilities = ({ plugins: { external } }: ServerContext): readonly string[] =>
  external.mayUpload ? [historyCapability, uploadCapability] : [historyCapability];

function requireUpload({ plugins: { external } }: ServerContext): void {
  if (!external.mayUpload) throw codedError('upload_off');
}

/** The uploaded file; `upload` has already rejected a call without one. */
function onlyFile([file]: readonly UploadedFile[]): UploadedFile {
  if (!file) throw new Error('the upload has no file');
  return file;
}

function audit(
  database: DatabaseTransaction,
  { viewer, sessionId, address }: { viewer: Viewer; sessionId: number; address: string },
  { verb, id, details }: { verb: string; id: string; details?: Readonly<Record<string, string>> },
): Promise<void> {
  return writeAudit(
    database,
    { adminId: viewer.id, sessionId, address },
    {
      action: `plugins.plugin.${verb}`,
      subjectType: 'plugin',
      subjectId: null,
      details: { plugin: id, ...details },
    },
  );
}
