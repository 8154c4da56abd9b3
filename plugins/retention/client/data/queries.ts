import { gql, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import type { CitizenState, ErasureRequest, Hold } from '../../contract.ts';

const hold = 'id subject_type subject_id reason placed_by placedAt';
const counted = 'counts { key count } obstacles { key count type ids }';
const request = `id citizen_id name source state reason requested_by askedAt confirmed_by endedAt createdAt own ${counted}`;

/** Reads erasure requests by state. They are no cache objects, so they are dropped with the page. */
export const requestsDocument: TypedDocumentNode<
  { readonly requests: { readonly items: readonly ErasureRequest[]; readonly length: number } },
  { state: string }
> = gql`
  query ErasureRequests($state: String!) {
    requests(state: $state) @rest(type: "ErasureRequests", path: "retention/requests?state={args.state}") {
      items @type(name: "ErasureRequest") { ${request} } length
    }
  }
`;

/** Reads all holds. */
export const holdsDocument: TypedDocumentNode<
  { readonly holds: { readonly items: readonly Hold[] } },
  Record<string, never>
> = gql(`query RetentionHolds {
  holds @rest(type: "RetentionHolds", path: "retention/holds") { items { ${hold} } }
}`);

/** Reads the open erasure request of a citizen, and the holds on their records. */
export const citizenStateDocument: TypedDocumentNode<{ readonly state: CitizenState }, { id: string }> = gql`
  query CitizenRetention($id: String!) {
    state(id: $id) @rest(type: "CitizenRetention", path: "retention/citizens/{args.id}") {
      request { ${request} } holds { ${hold} }
    }
  }
`;

/** Previews an erasure; read each time. */
export const erasurePreviewDocument: TypedDocumentNode<
  { readonly preview: Pick<ErasureRequest, 'counts' | 'obstacles'> },
  { id: string }
> = gql`
  query ErasurePreview($id: String!) {
    preview(id: $id) @rest(type: "ErasurePreview", path: "retention/citizens/{args.id}/preview") { ${counted} }
  }
`;

/** Whether an application is under a hold. */
export const applicationHoldDocument: TypedDocumentNode<
  { readonly applicationHold: { readonly held: boolean } },
  { id: string }
> = gql`
  query ApplicationHold($id: String!) {
    applicationHold(id: $id) @rest(type: "ApplicationHold", path: "retention/applications/{args.id}") {
      held
    }
  }
`;

/** The documents to refetch after a change. */
export const retentionDocuments = [requestsDocument, holdsDocument, citizenStateDocument] as const;
