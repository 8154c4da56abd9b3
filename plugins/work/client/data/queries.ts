import { gql, type TypedDocumentNode } from '@apollo/client';
import type { Work } from '../../contract.ts';

/** Reads the user's work. `query` is `limit=8&group=…`. */
export const workDocument: TypedDocumentNode<{ readonly work: Work }, { query: string }> = gql`
  query Work($query: String!) {
    work(query: $query) @rest(type: "Work", path: "work?{args.query}") {
      groups @type(name: "WorkGroup") {
        key
        count
        items @type(name: "WorkItem") {
          id
          first_name
          last_name
          father_name
          neighborhood {
            id
            uz {
              name
            }
            ru {
              name
            }
          }
          status
          planned_assistance
          cancel_time
          createdAt
          task {
            id
            due_at
            instead_of {
              id
              first_name
              last_name
            }
          }
          step {
            createdAt
            message
            sender {
              id
              first_name
              last_name
            }
          }
        }
      }
    }
  }
`;
