import { gql, type TypedDocumentNode } from '@apollo/client';
import type { BulkBatch, BulkDetail } from '../../../contract/bulk.ts';

const fields =
  'id kind state receiver { id first_name last_name } total done failed createdAt finishedAt' as const;

/** The user's latest bulk jobs. */
export const batchesDocument: TypedDocumentNode<
  { readonly batches: readonly BulkBatch[] },
  Record<string, never>
> = gql(`query ApplicationBatches {
  batches: applicationBatches @rest(type: "[ApplicationBatch]", path: "applications/batches") { ${fields} }
}`);

/** A bulk job with its failed applications. */
export const batchDocument: TypedDocumentNode<{ readonly batch: BulkDetail }, { id: string }> =
  gql(`query ApplicationBatch($id: String!) {
    batch: applicationBatchDetail(id: $id) @rest(type: "ApplicationBatchDetail", path: "applications/batches/{args.id}") {
      ${fields} problems @type(name: "BulkProblem") { problem count } failures { application_id problem }
    }
  }`);
