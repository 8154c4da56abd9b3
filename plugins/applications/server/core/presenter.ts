import type { Names, StoredFile } from '#kernel/plugin-api/contract.ts';
import { timestampToIso } from '#kernel/plugin-api/server.ts';
import type { Action, Application, ApplicationCounts, ApplicationDetail } from '../../contract.ts';
import { presentApplicant } from './applicant.ts';
import type { Counts } from '../store/counts.ts';
import type { Detail } from '../store/detail.ts';
import { presentTask } from '../store/task-rows.ts';
import type {
  ActionRow,
  ApplicationRow,
  Bundle,
  FileRow,
  NeighborhoodRow,
  PersonRow,
} from '../store/rows.ts';

/** Adds the address of a stored file, or an empty one. */
export type PresentFile = (file: Omit<StoredFile, 'url'>) => StoredFile;

/**
 * For data sent to many sessions: an address is signed for one session, so each client reads the application
 * itself.
 */
export const presentFileWithoutUrl: PresentFile = ({ id, name, size, format, mimetype, createdAt }) => ({
  id,
  name,
  url: '',
  size,
  format,
  mimetype,
  createdAt,
});

/** An application as lists show it. */
export function presentApplication(row: ApplicationRow, bundle: Bundle, present: PresentFile): Application {
  const receiver = row.receiver_id === null ? undefined : bundle.people.get(row.receiver_id);
  const files = bundle.files.filter((file) => file.application_id === row.id && file.action_id === null);
  return {
    id: row.id,
    status: { status: row.status, createdAt: timestampToIso(row.status_at), note: row.status_note },
    neighborhood_id: row.neighborhood_id,
    neighborhood: { id: row.neighborhood_id, ...namesOf(bundle.neighborhoods.get(row.neighborhood_id)) },
    author: presentAuthor(row, bundle),
    employment_status: row.employment_status,
    salary: row.salary,
    planned_assistance: row.planned_assistance,
    files: files.map((file) => presentFile(file, present)),
    cancel_time: row.cancel_time === null ? null : timestampToIso(row.cancel_time),
    receiver: receiver ? presentReceiver(receiver) : null,
    source: row.source,
    household_category_id: row.household_category_id,
    createdAt: timestampToIso(row.created_at),
    updatedAt: timestampToIso(row.updated_at),
  };
}

/** An application with its timeline. */
export function presentDetail(detail: Detail, present: PresentFile): ApplicationDetail {
  return {
    ...presentApplication(detail.application, detail, present),
    citizen: detail.citizen && presentApplicant(detail.citizen, detail.application),
    no_document_reason: detail.application.no_document_reason,
    actions: detail.actions.map((action) => {
      const files = detail.files.filter((file) => file.action_id === action.id);
      return presentAction(action, detail, files, present);
    }),
    tasks: detail.tasks.map(presentTask),
  };
}

/** A step of the timeline; the payload is under the key named by its type. */
export function presentAction(
  row: ActionRow,
  { people }: Pick<Bundle, 'people'>,
  files: readonly FileRow[],
  present: PresentFile,
): Action {
  const sender = row.sender_id === null ? undefined : people.get(row.sender_id);
  const step = {
    id: row.id,
    sender: sender ? presentPerson(sender) : null,
    createdAt: timestampToIso(row.created_at),
    files: files.map((file) => presentFile(file, present)),
  };
  switch (row.type) {
    case 'status':
      return { ...step, action_type: 'status', status: { status: row.status ?? 'created', note: row.note } };
    case 'message':
      return { ...step, action_type: 'message', message: { message: row.message ?? '' } };
    case 'change':
      return {
        ...step,
        action_type: 'change',
        change: { kind: 'correction', fields: [], places: null, ...row.details, reason: row.message ?? '' },
      };
    case 'forward': {
      const receiverId = row.receiver_id ?? gone.id;
      return {
        ...step,
        action_type: 'forward',
        forward: {
          message: row.message ?? '',
          receiver: presentPerson(people.get(receiverId) ?? { ...gone, id: receiverId }),
        },
      };
    }
  }
}

/** Represents an admin whose record was deleted. */
const gone: PersonRow = {
  id: 1,
  first_name: '—',
  last_name: '—',
  father_name: null,
  login: '—',
  role_uz: '—',
  role_ru: '—',
  permissions: [],
};

/** Fills in missing counts with 0. */
export function presentCounts({ '*': all = 0, ...counts }: Counts): ApplicationCounts {
  const { created = 0, accepted = 0, completed = 0, rejected = 0, canceled = 0, late = 0 } = counts;
  return { all, created, accepted, completed, rejected, canceled, late };
}

function presentAuthor(row: ApplicationRow, { neighborhoods }: Bundle): Application['author'] {
  const neighborhood =
    row.author_neighborhood_id === null ? undefined : neighborhoods.get(row.author_neighborhood_id);
  return {
    first_name: row.first_name,
    last_name: row.last_name,
    father_name: row.father_name,
    phone: row.phone,
    birthday: row.birthday,
    passport_series: row.passport_series,
    passport_number: row.passport_number,
    personal_number: row.personal_number,
    neighborhood: neighborhood ? namesOf(neighborhood) : null,
    address: row.address,
  };
}

function presentReceiver(person: PersonRow): NonNullable<Application['receiver']> {
  return {
    id: person.id,
    first_name: person.first_name,
    last_name: person.last_name,
    father_name: person.father_name,
    login: person.login,
    role: { ...roleOf(person), permissions: [...person.permissions] },
  };
}

function presentPerson(person: PersonRow) {
  return {
    id: person.id,
    first_name: person.first_name,
    last_name: person.last_name,
    role: roleOf(person),
  };
}

function presentFile(file: FileRow, present: PresentFile): StoredFile {
  const { id, name, size, format, mimetype } = file;
  return present({ id, name, size, format, mimetype, createdAt: timestampToIso(file.created_at) });
}

function roleOf(person: PersonRow): Names {
  return { uz: { name: person.role_uz }, ru: { name: person.role_ru } };
}

function namesOf(neighborhood: NeighborhoodRow | undefined): Names {
  return { uz: { name: neighborhood?.name_uz ?? '—' }, ru: { name: neighborhood?.name_ru ?? '—' } };
}
