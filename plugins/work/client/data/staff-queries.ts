import { gql, type TypedDocumentNode } from '@apollo/client';
import type { Absences, HandoverPlan, Load } from '#plugins/applications/contract.ts';

const person = 'id first_name last_name';
const names = 'uz { name } ru { name }';

/** The workload of each receiver in the viewer's area. */
export const loadDocument: TypedDocumentNode<{ readonly load: Load }, Record<string, never>> = gql`
  query Load {
    load @rest(type: "Load", path: "applications/load") {
      days inaccessible moving
      nobody { open due late }
      people @type(name: "LoadRow") {
        admin { ${person} } role { ${names} } blocked
        away { until substitute { ${person} } }
        open due late tasks done median
      }
    }
  }
`;

/** An admin's absences, and the possible substitutes. */
export const absencesDocument: TypedDocumentNode<{ readonly absences: Absences }, { query: string }> = gql`
  query Absences($query: String!) {
    absences(query: $query) @rest(type: "Absences", path: "applications/absences?{args.query}") {
      absences @type(name: "Absence") { id from until substitute { ${person} } }
      substitutes @type(name: "Substitute") { ${person} role { ${names} } }
    }
  }
`;

/** Reads an admin's applications and tasks, or those that they are about to lose, by neighbourhood, with possible successors. */
export const handoverDocument: TypedDocumentNode<
  { readonly plan: HandoverPlan },
  { id: string; query: string }
> = gql`
  query Handover($id: String!, $query: String!) {
    plan(id: $id, query: $query) @rest(type: "HandoverPlan", path: "applications/handovers/{args.id}?{args.query}") {
      admin { ${person} }
      places @type(name: "HandoverNeighborhood") {
        neighborhood { id ${names} } cases tasks
        candidates @type(name: "HandoverCandidate") { ${person} role { ${names} } open is_away }
      }
    }
  }
`;
