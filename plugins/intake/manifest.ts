import { z } from 'zod';
import { definePlugin, idSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import { applicationAside } from '#plugins/applications/contract.ts';

const perTenMinutes = (usual: number) => z.int().min(1).max(1_000_000).default(usual);

/** Citizens apply by themselves: a widget for other sites, and routes for bots and older systems. */
export const intake = definePlugin({
  id: 'intake',
  version: '1.0.0',
  erases: true,
  announcedOnly: true,
  requires: ['applications', 'neighborhoods', 'users'],
  /** `<komak-apply>` may be embedded by the sites of `allowedOrigins`. */
  capabilities: ['intake.apply'],
  config: z.object({
    /** Whether visitors of the deployment's listed sites may apply; keys of sites work without it. */
    visitors: z.boolean().default(false),
    /** The SMS gateway for codes: an HTTP address that accepts `{phone, text}`. */
    gateway: z
      .string()
      .trim()
      .max(300)
      .refine((text) => text === '' || /^https?:\/\/[\w.[\]:-]+(\/[^\s?#@]*)?$/.test(text), {
        params: { key: 'intake:validation.gateway' },
      })
      .default(''),
    /** The proof of work for a browser before it may apply: 2 to the power of this many hashes. */
    proofBits: z.int().min(6).max(22).default(15),
    /** Per ten minutes; those of a person and of a phone are per day. */
    limits: z
      .object({
        site: perTenMinutes(600),
        address: perTenMinutes(30),
        person: z.int().min(1).max(1000).default(3),
        phone: z.int().min(1).max(1000).default(5),
        status: perTenMinutes(30),
      })
      .prefault({}),
  }),
  extensions: [applicationAside.id],
  routes: { sites: { path: '/intake/sites', access: superAdmin } },
  menu: { sites: { icon: 'key' } },
  events: {
    /** A site or one of its events has changed. */
    intake_site_change: { payload: z.object({ id: idSchema }), access: superAdmin, area: 'none' },
  },
});
