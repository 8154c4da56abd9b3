import { gql, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import type { LinkState } from '../../contract.ts';

/** Whether one's own account is linked. */
export const linkDocument: TypedDocumentNode<{ readonly link: LinkState }, Record<string, never>> = gql`
  query OneIdLink {
    link @rest(type: "OneIdLink", path: "oneid/link") {
      linked
      ending
    }
  }
`;
