import {
  authorshipFields,
  gql,
  nameFields,
  optionsDocument,
  recordDocument,
  recordsDocument,
  type TypedDocumentNode,
} from '#kernel/plugin-api/client.ts';
import type { Option, Page } from '#kernel/plugin-api/contract.ts';
import type {
  Batch,
  BatchDetail,
  Letter,
  LetterDetail,
  Signatory,
  Template,
  TemplateChoice,
  TemplateVersion,
} from '../../contract.ts';

const letterFields = `number issued_on status language subject application_id neighborhood { id ${nameFields} }
  addressee signatory { id name position } author { id first_name last_name } template_id
  replaces { id number } replaced_by { id number } void_reason
  file @type(name: "StoredFile") { id name url size format mimetype createdAt } createdAt updatedAt`;

/** A page of the register. */
export const lettersDocument = recordsDocument<Letter>({
  type: 'Letter',
  path: 'letters',
  fields: letterFields,
});

/** The letters of one application, newest first. */
export const applicationLettersDocument: TypedDocumentNode<
  { readonly letters: Page<Letter> },
  { id: string }
> = gql(`query ApplicationLetters($id: String!) {
    letters: applicationLetters(id: $id) @rest(type: "ApplicationLetterPage", path: "letters?application={args.id}&limit=100") {
      items @type(name: "Letter") { id ${letterFields} }
      page limit total_pages length capped
    }
  }`);

/** One letter with its text. */
export const letterDocument = recordDocument<LetterDetail>({
  type: 'LetterWithText',
  path: 'letters',
  fields: `${letterFields} body template_version`,
});

/** The application for which a letter is written. */
export interface LetterApplication {
  readonly id: number;
  readonly author: { readonly first_name: string | null; readonly last_name: string | null };
}

/** The application that a letter answers. */
export const applicationDocument = recordDocument<LetterApplication>({
  type: 'LetterApplication',
  path: 'applications',
  fields: 'author { first_name last_name }',
});

/** The templates to choose from. */
export const choicesDocument: TypedDocumentNode<
  { readonly options: readonly TemplateChoice[] },
  Record<string, never>
> = gql(`query LetterTemplateChoices {
  options: letterTemplateChoices @rest(type: "[LetterTemplateChoice]", path: "letters/templates") { id ${nameFields} }
}`);

/** Reads the admins who may sign; their positions are in the interface language. */
export const signatoriesDocument: TypedDocumentNode<
  { readonly signatories: readonly Signatory[] },
  Record<string, never>
> = gql(`query LetterSignatories {
  signatories: letterSignatories @rest(type: "[LetterSignatory]", path: "letters/signatories") { id name position }
}`);

/** Reads all signatories in the register, former ones included. */
export const signersDocument: TypedDocumentNode<
  { readonly signers: readonly Signatory[] },
  Record<string, never>
> = gql(`query LetterSigners {
  signers: letterSigners @rest(type: "[LetterSigner]", path: "letters/signatories?of=register") { id name position }
}`);

/** The neighbourhoods within the user's area, for selects. */
export const neighborhoodsDocument = optionsDocument<Option>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: nameFields,
});

const names = 'uz { name subject } ru { name subject }';

/** A template as listed, without its texts. */
export type ListedTemplate = Omit<Template, 'body_uz' | 'body_ru'>;

/** A page of templates. */
export const templatesDocument = recordsDocument<ListedTemplate>({
  type: 'LetterTemplate',
  path: 'letter-templates',
  fields: `${names} kind enabled version ${authorshipFields}`,
});

/** One template with its texts. */
export const templateDocument = recordDocument<Template>({
  type: 'LetterTemplate',
  path: 'letter-templates',
  fields: `${names} kind enabled version body_uz body_ru ${authorshipFields}`,
});

/** Every version of a template, newest first. */
export const versionsDocument: TypedDocumentNode<
  { readonly versions: readonly TemplateVersion[] },
  { id: string }
> = gql(`query LetterTemplateVersions($id: String!) {
  versions: letterTemplateVersions(id: $id)
    @rest(type: "[LetterTemplateVersion]", path: "letter-templates/{args.id}/versions") {
    version createdAt author { id first_name last_name } ${names} body_uz body_ru
  }
}`);

const batchFields = `id state template { id ${nameFields} } language total done failed createdAt finishedAt`;

/** The user's latest bulk jobs. */
export const batchesDocument: TypedDocumentNode<
  { readonly batches: readonly Batch[] },
  Record<string, never>
> = gql(`query LetterBatches {
  batches: letterBatches @rest(type: "[LetterBatch]", path: "letter-batches") { ${batchFields} }
}`);

/** A bulk job with its problems. */
export const batchDocument: TypedDocumentNode<{ readonly batch: BatchDetail }, { id: string }> =
  gql(`query LetterBatch($id: String!) {
    batch: letterBatchDetail(id: $id) @rest(type: "LetterBatchDetail", path: "letter-batches/{args.id}") {
      ${batchFields} problems { application_id problem }
    }
  }`);

/** The number of applications for which a bulk job would write letters. */
export const batchPreviewDocument: TypedDocumentNode<
  { readonly preview: { readonly count: number; readonly capped: boolean } },
  { query: string }
> = gql(`query LetterBatchPreview($query: String!) {
  preview: letterBatchPreview(query: $query) @rest(type: "LetterBatchPreview", path: "letter-batches/preview?{args.query}") {
    count capped
  }
}`);
