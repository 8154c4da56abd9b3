import { gql, type TypedDocumentNode } from '@komak/plugin-api/client';
import type { Note } from '../contract.ts';

/** The newest notes. */
export const notesDocument: TypedDocumentNode<
  { readonly notes: readonly Note[] },
  Record<string, never>
> = gql`
  query EslatmaNotes {
    notes @rest(type: "[EslatmaNote]", path: "eslatma") {
      id
      text
      createdAt
    }
  }
`;
