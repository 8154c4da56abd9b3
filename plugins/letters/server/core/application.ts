import { type Area, fail, runQuery } from '#kernel/plugin-api/contract.ts';
import type { Database, Effects, ServerContext } from '#kernel/plugin-api/server.ts';
import { formatPhone, fullName, localizedName, padId } from '#kernel/domain/text/index.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { type ApplicationDetail, applicationQuery, openStatuses } from '#plugins/applications/contract.ts';
import { sql } from 'kysely';
import type { letters } from '../../manifest.ts';
import type { TemplateData } from './fill.ts';

/** The services of this plugin. */
export type Context = ServerContext<typeof letters>;

/** Reads the application of a letter; throws `not_found` outside the area. */
export async function readApplication(
  hooks: Effects['hooks'],
  id: number,
  area: Area,
): Promise<ApplicationDetail> {
  const found = await runQuery(hooks, applicationQuery, { id, area });
  if (!found) throw fail('not_found');
  return found;
}

/** The author of the letter, named in it as the executor. */
interface Writer {
  readonly name: string;
  readonly phone: string;
}

/** Reads the names and the phone of an admin. */
export async function readWriter(database: Database, adminId: number): Promise<Writer> {
  const { rows } = await sql<{
    first_name: string;
    last_name: string;
    father_name: string | null;
    phone: string | null;
  }>`select first_name, last_name, father_name, phone from kernel_v1_admins where id = ${adminId}`.execute(
    database,
  );
  const [row] = rows;
  return row
    ? { name: fullName(row), phone: row.phone ? formatPhone(row.phone) : '' }
    : { name: '', phone: '' };
}

/** The name of the office in the letterhead. */
export function officeOf({ config, deploymentName }: Context, language: Language): string {
  return config[`office_${language}`] || deploymentName;
}

/** The name of a mahalla in a letter. */
function neighborhoodOf(found: ApplicationDetail, context: Context, language: Language): string {
  const name = localizedName(found.neighborhood, language);
  return context.text(language, 'letters:mahalla', { name });
}

/** Returns the name and the place of a letter's addressee. */
export function addresseeOf(found: ApplicationDetail, context: Context, language: Language) {
  return {
    name: fullName(found.author),
    place: [neighborhoodOf(found, context, language), found.author.address].filter(Boolean).join(', '),
  };
}

/** Returns an application as data for filling in templates. */
export function templateDataOf(
  found: ApplicationDetail,
  { context, language, writer }: { context: Context; language: Language; writer: Writer },
): TemplateData {
  const { timeZone } = context;
  const dayOf = (moment: string | null) => (moment === null ? '' : formatDate(moment, timeZone));
  const translate = (key: string) => context.text(language, key);
  const { author, status } = found;
  const steps = found.actions.flatMap((action) => (action.action_type === 'status' ? [action] : []));
  return {
    values: {
      applicant_name: fullName(author),
      applicant_address: author.address ?? '',
      neighborhood: neighborhoodOf(found, context, language),
      application_number: padId(found.id),
      application_date: dayOf(found.createdAt),
      request: found.planned_assistance,
      status_note: status.note ?? '',
      status_date: dayOf(status.createdAt),
      deadline: dayOf(found.cancel_time),
      employment: translate(`applications:employment.${found.employment_status}`),
      executor_name: writer.name,
      executor_phone: writer.phone,
      office: officeOf(context, language),
    },
    lists: {
      files: {
        columns: [translate('letters:lists.name'), translate('letters:lists.date')],
        rows: found.files.map((file) => [file.name, dayOf(file.createdAt)]),
      },
      steps: {
        columns: ['date', 'step', 'note'].map((name) => translate(`letters:lists.${name}`)),
        rows: steps.map(({ createdAt, status: step }) => [
          dayOf(createdAt),
          translate(`applications:status.${step.status}`),
          step.note ?? '',
        ]),
      },
    },
    holds({ when, value }) {
      switch (when) {
        case 'status':
          return status.status === value;
        case 'employment':
          return found.employment_status === value;
        case 'has_files':
          return found.files.length > 0;
        case 'has_note':
          return (status.note ?? '') !== '';
        case 'has_steps':
          return steps.length > 0;
        case 'has_address':
          return (author.address ?? '') !== '';
        case 'is_late':
          return isLate(found);
      }
    },
  };
}

function isLate({ status, cancel_time }: ApplicationDetail): boolean {
  const isOpen = openStatuses.some((open) => open === status.status);
  return isOpen && cancel_time !== null && Date.parse(cancel_time) < Date.now();
}
