import { z } from 'zod';
import {
  allOf,
  definePlugin,
  idSchema,
  recordChangeSchema,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';

const receiverAccess = allOf('application_receiver');

/** Letters: templates, the outgoing register, PDF with a QR code, quick replies. */
export const letters = definePlugin({
  id: 'letters',
  version: '1.0.0',
  erases: true,
  announcedOnly: true,
  requires: ['applications', 'neighborhoods'],
  capabilities: ['letters', 'letters.history', 'letters.deleted'],
  config: z.object({
    /** The office in the letterhead; defaults to the name of the installation. */
    office_uz: z.string().trim().max(200).default(''),
    office_ru: z.string().trim().max(200).default(''),
    /** Address, phone and e-mail below it. */
    contacts_uz: z.string().trim().max(300).default(''),
    contacts_ru: z.string().trim().max(300).default(''),
    /** The prefix of each number: `03-12/` makes `03-12/7/2026`. */
    numberPrefix: z
      .string()
      .trim()
      .max(20)
      // Must not end with a digit: prefix `1` with 12 would give `112/2026`, as `11` with 2 does.
      .regex(/^([\p{L}\d/.-]*[\p{L}/.-])?$/u)
      .default(''),
    /** The public address of this server for the QR code; if empty, the address that the letter's author uses. */
    publicAddress: z
      .string()
      .trim()
      .max(200)
      .regex(/^(https?:\/\/[^\s?#]+)?$/)
      .default(''),
  }),
  extensions: ['applications.aside', 'applications.composer'],
  routes: {
    list: { path: '/letters/list', access: receiverAccess },
    batches: { path: '/letters/batches', access: receiverAccess },
    templates: { path: '/letters/templates', access: superAdmin },
    template_add: { path: '/letters/templates/add', access: superAdmin },
    template: { path: '/letters/templates/:id', access: superAdmin },
    write: { path: '/letters/write/:id', access: receiverAccess },
  },
  menu: { list: { icon: 'mail' }, batches: { icon: 'mail' }, templates: { icon: 'file-plus' } },
  search: { letters: { route: 'list', area: 'own' } },
  events: {
    letter_update: {
      payload: z.object({ id: idSchema, application_id: idSchema }),
      access: receiverAccess,
      area: 'own',
    },
    letter_template_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' },
    /** The progress of a bulk job. */
    letter_batch_progress: {
      payload: z.object({ id: idSchema, total: z.int(), done: z.int(), failed: z.int() }),
      access: receiverAccess,
      area: 'admins',
    },
  },
});
