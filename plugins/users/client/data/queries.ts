import { gql, recordDocument, recordDocuments, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import { user, type MergePreview, type Similar, type UserDetail } from '../../contract.ts';

/** The query documents of citizens, with masked numbers. */
export const documents = recordDocuments(user);

const fields = `first_name last_name father_name phone birthday passport_series passport_number personal_number
  is_fully_filled blocked createdAt updatedAt`;
const author = 'id first_name last_name';

/** One citizen, unmasked, which is audited. */
export const citizenDocument = recordDocument<UserDetail>({
  type: 'Citizen',
  path: 'users',
  fields: `${fields} block { reason at by { ${author} } } merges { id name createdAt by { ${author} } }`,
});

/** Citizens who may be the same person as a registered one. */
export const similarDocument: TypedDocumentNode<
  { readonly similar: { readonly items: readonly Similar[] } },
  { id: string }
> = gql`
  query SimilarCitizens($id: String!) {
    similar(id: $id) @rest(type: "SimilarCitizens", path: "users/{args.id}/similar") {
      items { common user { id ${fields} } }
    }
  }
`;

/** Citizens who may be the person being typed; `query` is that of the route. */
export const similarToDocument: TypedDocumentNode<
  { readonly similarTo: { readonly items: readonly Similar[] } },
  { query: string }
> = gql`
  query SimilarToCitizen($query: String!) {
    similarTo(query: $query) @rest(type: "SimilarToCitizen", path: "users/similar?{args.query}") {
      items { common user { id ${fields} } }
    }
  }
`;

/** Two citizens side by side, unmasked; both reads are audited. */
export const mergePreviewDocument: TypedDocumentNode<
  { readonly preview: MergePreview },
  { id: string; other: string }
> = gql`
  query MergePreview($id: String!, $other: String!) {
    preview(id: $id, other: $other) @rest(type: "MergePreview", path: "users/{args.id}/merge/{args.other}") {
      remaining { id ${fields} }
      merged { id ${fields} }
      uses
    }
  }
`;
