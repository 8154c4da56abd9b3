import { gql, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import type { LinkState } from '../../contract.ts';

/** Reads whether the user's account is linked. */
export const linkDocument: TypedDocumentNode<{ readonly link: LinkState }, Record<string, never>> = gql`
  query OneIdLink {
    link @rest(type: "OneIdLink", path: "oneid/link") {
      linked
      ending
    }
  }
`;
