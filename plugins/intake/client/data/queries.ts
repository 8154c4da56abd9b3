import { gql, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import type { Delivery, IntakeApplication, Site } from '../../contract.ts';

/** The sites with a key. */
export const sitesDocument: TypedDocumentNode<
  { readonly sites: readonly Site[] },
  Record<string, never>
> = gql`
  query IntakeSites {
    sites @rest(type: "[IntakeSite]", path: "intake/sites") {
      id
      name
      origins
      rate
      webhook
      key_end
      created_at
      updated_at
      last_used_at
      revoked_at
      applications
      waiting
      failed
    }
  }
`;

/** The newest events of a site. */
export const deliveriesDocument: TypedDocumentNode<
  { readonly deliveries: readonly Delivery[] },
  { id: number }
> = gql`
  query IntakeDeliveries($id: Int!) {
    deliveries(id: $id) @rest(type: "[IntakeDelivery]", path: "intake/sites/{args.id}/events") {
      id
      type
      created_at
      data
      state
      attempts
      next_at
      delivered_at
      error
    }
  }
`;

/** The origin of an application. */
export const intakeApplicationDocument: TypedDocumentNode<
  { readonly intakeApplication: IntakeApplication },
  { id: number }
> = gql`
  query IntakeApplication($id: Int!) {
    intakeApplication(id: $id) @rest(type: "IntakeApplication", path: "intake/applications/{args.id}") {
      source
      site
      verified_by
      verified_at
      asks
    }
  }
`;
