import { gql, recordsDocument, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import type { AuditEntry, AuditFacets } from '../../contract.ts';

/** A page of the audit log. The subjects of an entry are of many types, so they are no cache objects. */
export const entriesDocument = recordsDocument<AuditEntry>({
  type: 'AuditEntry',
  path: 'audit',
  fields: `createdAt admin { id first_name last_name father_name } address action subject_type
    subjects @type(name: "AuditSubject") { id title path } subject_count details { name value }`,
});

/** Reads the values of the log's filters. */
export const facetsDocument: TypedDocumentNode<
  { readonly facets: AuditFacets },
  Record<string, never>
> = gql(`query AuditFacets {
    facets: auditFacets @rest(type: "AuditFacets", path: "audit/facets") {
      admins { id first_name last_name father_name }
      actions { action subject_types }
    }
  }`);
