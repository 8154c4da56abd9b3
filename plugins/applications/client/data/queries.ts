import { gql, type TypedDocumentNode } from '@apollo/client';
import type { Option } from '#kernel/plugin-api/contract.ts';
import type { ReceiverOption } from '../../../neighborhoods/contract.ts';
import { applicationFields, type ApplicationDetail, type ApplicationPage } from '../../contract.ts';
import { type ApplicationDeadline } from '../../contract/deadlines.ts';

/** A page of the list; an older server sends no counts by status. */
export interface ApplicationsData {
  readonly applications: Omit<ApplicationPage, 'counts' | 'pagination'> & {
    readonly counts: ApplicationPage['counts'] | null;
  };
}

const names = 'uz { name } ru { name }';
const person = `id first_name last_name role { ${names} }`;
const files = 'files @type(name: "StoredFile") { id name url size format mimetype createdAt }';

/** A page of applications. `query` is `page=1&limit=20&…`, as `useListQuery` writes it. */
export const applicationsDocument: TypedDocumentNode<ApplicationsData, { query: string }> = gql`
  query Applications($query: String!) {
    applications(query: $query) @rest(type: "ApplicationPage", path: "applications?{args.query}") {
      items @type(name: "Application") { ${applicationFields} }
      page limit total_pages length capped
      counts { all created accepted completed rejected canceled late }
    }
  }
`;

/**
 * One application with its timeline, unmasked. It has a separate type, since the masked values of lists and
 * events would overwrite these.
 */
export const applicationDocument: TypedDocumentNode<
  { readonly application: ApplicationDetail },
  { id: string }
> = gql`
  query Application($id: String!) {
    application(id: $id) @rest(type: "ApplicationDetail", path: "applications/{args.id}") {
      ${applicationFields}
      citizen { id block { reason at by { id first_name last_name } } changed { field now } }
      no_document_reason
      actions {
        id action_type
        status { status note }
        message { message }
        forward { message receiver { name ${person} } }
        change { kind reason fields { field from to } places { from { ${names} } to { ${names} } } }
        sender { ${person} }
        createdAt ${files}
      }
      tasks @type(name: "ApplicationTask") {
        id action_id result_action_id state due_at ended_at
        admin { id first_name last_name } given_by { id first_name last_name } instead_of { id first_name last_name }
      }
    }
  }
`;

/** The deadline of an application, on servers with the capability. */
export const deadlineDocument: TypedDocumentNode<{ readonly deadline: ApplicationDeadline }, { id: string }> =
  gql`
    query ApplicationDeadline($id: String!) {
      deadline(id: $id) @rest(type: "ApplicationDeadline", path: "applications/{args.id}/deadline") {
        since
        first
        until
        changes @type(name: "DeadlineChange") {
          id
          kind
          action_id
          former
          until
          createdAt
        }
        may {
          study
          transfer
          extension {
            until
            days
          }
        }
      }
    }
  `;

/** The neighbourhoods within the viewer's area, for selects. */
export const neighborhoodOptionsDocument: TypedDocumentNode<
  { readonly neighborhoods: readonly Option[] },
  Record<string, never>
> = gql`
  query NeighborhoodOptions {
    neighborhoods @rest(type: "[NeighborhoodOption]", path: "neighborhoods?pagination=false") { id ${names} }
  }
`;

/** Reads the admins who may receive a task in a neighbourhood. */
export const receiversDocument: TypedDocumentNode<
  { readonly neighborhood: { readonly id: number; readonly users: readonly ReceiverOption[] | null } },
  { id: string }
> = gql`
  query Receivers($id: String!) {
    neighborhood(id: $id)
      @rest(type: "NeighborhoodReceivers", path: "neighborhoods/{args.id}?include=users") {
      id
      users @type(name: "ReceiverOption") { id first_name last_name father_name role { ${names} } }
    }
  }
`;
