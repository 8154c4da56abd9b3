import { z } from 'zod';
import { allOf, definePlugin } from '#kernel/plugin-api/contract.ts';

/** Reads the whole log, of every neighbourhood. */
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
/** The number of one person's actions, within some minutes. */
const ofPerson = z.object({ name, count, minutes: count });
const ofNetwork = z.object({ address: z.string(), count, minutes: count });
const ofOffice = z.object({ count, minutes: count });

const unusual = (payload: z.ZodType<Readonly<Record<string, unknown>>>) => ({
  icon: 'alert' as const,
  payload,
  urgent: true,
});

/** The audit log for those who may read it: who did and saw what, when and from where, and whether the log is as it was written. */
export const audit = definePlugin({
  id: 'audit',
  version: '1.1.0',
  announcedOnly: true,
  capabilities: ['audit'],
  permissions: ['audit_read'],
  config: z.object({
    /** The thresholds for warnings of unusual activity to super admins. The numbers are per person within some minutes. */
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
        /** Networks from which one person signed in. */
        networks: threshold(5),
        /** Refused sign-ins from one network, and from all together. */
        refusals: threshold(30),
        allRefusals: threshold(300),
        /** Wrong codes of one person's second step, after the right password. */
        codes: threshold(5),
        nightExports: z.boolean().default(true),
        /** The night of the office; none where both are the same. */
        nightFrom: time.default('22:00'),
        nightTo: time.default('06:00'),
        /** Sign-ins from a country from which the person has not signed in for a number of days. */
        countries: z.boolean().default(true),
        countryDays: z.int().min(1).max(3650).default(180),
        /** Backups and restore drills that failed. */
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
  // Citizens and admins are extended by id: their contracts would be downloaded with the first list.
  extensions: ['users.actions', 'admins.rowActions'],
  routes: { list: { path: '/audit', access: readers } },
  menu: { list: { icon: 'list' } },
});
