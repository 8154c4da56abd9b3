import { sql } from 'kysely';
import { type DatabaseTransaction, type Fragment, personKey } from '#kernel/plugin-api/server.ts';
import type { RecordedChange, ChangeKind } from '../../contract.ts';
import { writeAction, type Author, type WrittenAction } from './write.ts';

/** A step of the kind `change`: author, reason and changes. */
export interface ChangeStep {
  readonly id: number;
  readonly senderId: number;
  readonly change: RecordedChange;
}

/** The data of an application after a correction. */
export interface Corrected {
  readonly author: Author;
  readonly employmentStatus: string;
  readonly salary: string | null;
  readonly plannedAssistance: string;
  readonly citizenId: number | null;
  readonly noDocumentReason: string | null;
}

/** Corrects an application's data about person and request. */
export function writeCorrection(
  database: DatabaseTransaction,
  step: ChangeStep,
  { author, ...stated }: Corrected,
): Promise<WrittenAction> {
  return writeChange(
    database,
    step,
    sql`, first_name = ${author.firstName}, last_name = ${author.lastName}, father_name = ${author.fatherName},
      phone = ${author.phone}, birthday = ${author.birthday}::date, passport_series = ${author.passportSeries},
      passport_number = ${author.passportNumber}, personal_number = ${author.personalNumber},
      search_key = ${personKey(author)}, employment_status = ${stated.employmentStatus}, salary = ${stated.salary},
      planned_assistance = ${stated.plannedAssistance}, citizen_id = ${stated.citizenId},
      no_document_reason = ${stated.noDocumentReason}`,
  );
}

/** Moves an application to another neighbourhood. */
export function writeTransfer(
  database: DatabaseTransaction,
  step: ChangeStep,
  { neighborhoodId, receiverId }: { readonly neighborhoodId: number; readonly receiverId: number | null },
): Promise<WrittenAction> {
  return writeChange(
    database,
    step,
    sql`, neighborhood_id = ${neighborhoodId}, receiver_id = ${receiverId}::bigint`,
  );
}

/** Ends an application at the citizen's request, without making an admin responsible. */
export function writeWithdrawal(
  database: DatabaseTransaction,
  { id, senderId, note }: { readonly id: number; readonly senderId: number; readonly note: string },
): Promise<WrittenAction> {
  return writeAction(database, id, {
    changes: sql`, status = 'canceled', status_at = now(), status_note = ${note}`,
    columns: sql`type, status, note, sender_id`,
    values: sql`'status', 'canceled', ${note}, ${senderId}::bigint`,
  });
}

/** Adds to a new application the reasons for accepting it despite unusual facts. */
export async function writeReasons(
  database: DatabaseTransaction,
  {
    id,
    senderId,
    reasons,
  }: {
    readonly id: number;
    readonly senderId: number;
    readonly reasons: readonly { readonly kind: ChangeKind; readonly reason: string }[];
  },
): Promise<void> {
  for (const { kind, reason } of reasons) {
    const details = JSON.stringify({ kind, fields: [], places: null });
    await sql`
      insert into application_actions (application_id, type, message, details, sender_id)
      values (${id}, 'change', ${reason}, ${details}::jsonb, ${senderId})`.execute(database);
  }
}

function writeChange(
  database: DatabaseTransaction,
  { id, senderId, change: { reason, ...details } }: ChangeStep,
  changes: Fragment,
): Promise<WrittenAction> {
  return writeAction(database, id, {
    changes,
    columns: sql`type, message, details, sender_id`,
    values: sql`'change', ${reason}, ${JSON.stringify(details)}::jsonb, ${senderId}::bigint`,
  });
}
