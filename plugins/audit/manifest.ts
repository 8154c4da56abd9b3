import { z } from 'zod';
import { allOf, definePlugin } from '#kernel/plugin-api/contract.ts';

/** May read the whole log, of every neighbourhood. */
export const readers = allOf('audit_read');

/** The number above which a warning is sent; 0 disables it. */
const threshold = (usual: number) => z.int().min(0).max(1_000_000).default(usual);

/** A time of day, `22:00`. */
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .max(5);

const count = z.int().min(1);
const name = z.string();
/** The counts of one person's actions, within some minutes. */
const ofPerson = z.object({ name, count, minutes: count });
const ofNetwork = z.object({ address: z.string(), count, minutes: count });
const ofOffice = z.object({ count, minutes: count });

const unusual = (payload: z.ZodType<Readonly<Record<string, unknown>>>) => ({
  icon: 'alert' as const,
  payload,
  urgent: true,
});

/** The audit log: who did or saw what, when and from where, and whether the log is unaltered. */
export const audit = definePlugin({
  id: 'audit',
  version: '1.1.0',
  announcedOnly: true,
  capabilities: ['audit'],
  permissions: ['audit_read'],
  config: z.object({
    /** The thresholds of warnings to super admins about unusual activity, per person within some minutes. */
    watch: z
      .object({
        minutes: z.int().min(5).max(1440).default(60),
        /** Revealed personal numbers. */
        reveals: threshold(1000),
        /** Unmasked reads. */
        reads: threshold(500),
        exports: threshold(20),
        /** Lookups by JSHSHIR without a match. */
        misses: threshold(60),
        signIns: threshold(60),
        /** Distinct networks from which one person signed in. */
        networks: threshold(5),
        /** Rejected sign-ins from one network, and in total. */
        refusals: threshold(30),
        allRefusals: threshold(300),
        /** Wrong second-factor codes of one person, after the correct password. */
        codes: threshold(5),
        nightExports: z.boolean().default(true),
        /** The night hours; none if both are the same. */
        nightFrom: time.default('22:00'),
        nightTo: time.default('06:00'),
        /** Sign-ins from a country from which the person has not signed in for `countryDays` days. */
        countries: z.boolean().default(true),
        countryDays: z.int().min(1).max(3650).default(180),
        /** Failed backups and restore drills. */
        backups: z.boolean().default(true),
      })
      .prefault({}),
  }),
  notices: {
    unusual_reveals: unusual(ofPerson),
    unusual_reads: unusual(ofPerson),
    unusual_exports: unusual(ofPerson),
    unusual_misses: unusual(ofPerson),
    unusual_sign_ins: unusual(ofPerson),
    unusual_networks: unusual(ofPerson),
    unusual_codes: unusual(ofPerson),
    unusual_refusals: unusual(ofNetwork),
    unusual_all_refusals: unusual(ofOffice),
    unusual_night_export: unusual(z.object({ name })),
    unusual_country: unusual(z.object({ name, country: z.string() })),
    backup_failed: unusual(z.object({ count })),
    backup_drill_failed: unusual(z.object({ count })),
  },
  // The pages of citizens and admins are extended by id: importing their contracts would add them to the
  // first list's download.
  extensions: ['users.actions', 'admins.rowActions'],
  routes: { list: { path: '/audit', access: readers } },
  menu: { list: { icon: 'list' } },
});
