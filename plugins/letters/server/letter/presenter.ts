import type { StoredFile } from '#kernel/plugin-api/contract.ts';
import type { Letter } from '../../contract.ts';
import type { LetterRow } from '../store/rows.ts';

/** Adds the address of a stored file. */
export type PresentFile = (file: Omit<StoredFile, 'url'>) => StoredFile;

/** A letter as presented in the register. */
export function presentLetter(row: LetterRow, present: PresentFile): Letter {
  return {
    id: row.id,
    number: row.register_number,
    issued_on: row.issued_on,
    status: row.status,
    language: row.language,
    subject: row.subject,
    application_id: row.application_id,
    neighborhood: {
      id: row.neighborhood_id,
      uz: { name: row.neighborhood_uz },
      ru: { name: row.neighborhood_ru },
    },
    addressee: row.addressee,
    signatory: { id: row.signatory_id, name: row.signatory_name, position: row.signatory_position },
    author:
      row.author_id === null
        ? null
        : {
            id: row.author_id,
            first_name: row.author_first_name ?? '—',
            last_name: row.author_last_name ?? '—',
          },
    template_id: row.template_id,
    replaces: referenceOf(row.replaces_id, row.replaces_number),
    replaced_by: referenceOf(row.replaced_by_id, row.replaced_by_number),
    void_reason: row.void_reason,
    file: present({
      id: row.file_id,
      name: row.file_name,
      size: row.file_size,
      format: row.file_format,
      mimetype: row.file_mimetype,
      createdAt: row.file_created_at,
    }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function referenceOf(id: number | null, number: string | null) {
  return id === null || number === null ? null : { id, number };
}
