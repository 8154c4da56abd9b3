import { gql, type TypedDocumentNode } from '@apollo/client';
import type { Option } from '#kernel/plugin-api/contract.ts';
import type { SavedViews, Colleagues } from '../../contract/views.ts';

const names = 'uz { name } ru { name }';

/** Reads the admins who can be responsible within the viewer's area. */
export const colleaguesDocument: TypedDocumentNode<
  { readonly colleagues: Colleagues },
  Record<string, never>
> = gql`
  query Colleagues {
    colleagues @rest(type: "[Colleague]", path: "applications/colleagues") {
      id
      first_name
      last_name
      father_name
    }
  }
`;

/** The categories of households. */
export const categoriesDocument: TypedDocumentNode<
  { readonly categories: readonly Option[] },
  Record<string, never>
> = gql`
  query FilterCategories {
    categories @rest(type: "[HouseholdCategoryOption]", path: "household-categories?pagination=false") { id ${names} }
  }
`;

/** The views in the menu, with their counts. */
export const viewsDocument: TypedDocumentNode<{ readonly views: SavedViews }, Record<string, never>> = gql`
  query SavedViews {
    views @rest(type: "SavedViews", path: "applications/views") {
      items @type(name: "SavedView") { id name query own role_id author { id first_name last_name } count capped updatedAt }
      roles @type(name: "SavedViewRole") { id ${names} }
    }
  }
`;
