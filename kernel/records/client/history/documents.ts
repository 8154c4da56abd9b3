import { gql, type TypedDocumentNode } from '@apollo/client';
import type { HistoryPage, HistoryPreview } from '#kernel/records/contract/history.ts';

/** Reads a page of the versions of a record; `path` is that of the record, such as `streets/7`. */
export const historyDocument: TypedDocumentNode<
  { readonly history: HistoryPage },
  { path: string; page: number }
> = gql(`query RecordHistory($path: String!, $page: Int!) {
  history: recordHistory(path: $path, page: $page)
    @rest(type: "RecordHistory", path: "{args.path}/history?page={args.page}&limit=20") {
    items @type(name: "RecordVersion") { id createdAt change author { first_name last_name father_name } fields }
    page limit total_pages length
  }
}`);

/** Reads the changes that restoring the state before a version would make. */
export const previewDocument: TypedDocumentNode<
  { readonly preview: HistoryPreview },
  { path: string; entry: number }
> = gql(`query RecordHistoryPreview($path: String!, $entry: Int!) {
  preview: recordHistoryPreview(path: $path, entry: $entry)
    @rest(type: "RecordHistoryPreview", path: "{args.path}/history/{args.entry}") { version fields notes }
}`);

/** Reads a page of deleted records; `path` is that of the records, such as `neighborhoods`. */
export const deletedDocument: TypedDocumentNode<
  { readonly deleted: HistoryPage },
  { path: string; page: number }
> = gql(`query DeletedRecords($path: String!, $page: Int!) {
  deleted: deletedRecords(path: $path, page: $page)
    @rest(type: "DeletedRecords", path: "{args.path}/deleted?page={args.page}&limit=20") {
    items @type(name: "RecordVersion") { id createdAt change author { first_name last_name father_name } fields }
    page limit total_pages length
  }
}`);
