import type { Factor, Option, SignIn } from '#kernel/plugin-api/contract.ts';
import {
  authorshipFields,
  gql,
  nameFields,
  optionsDocument,
  recordsDocument,
  type TypedDocumentNode,
} from '#kernel/plugin-api/client.ts';
import type { OwnPasskey } from '#kernel/plugin-api/contract.ts';
import type { Admin, FactorPolicyResponse, FactorResetItem, Role, RoleOption } from '../../contract.ts';

/** A page of admins. */
export const adminsDocument = recordsDocument<Admin>({
  type: 'Admin',
  path: 'admins',
  fields: `login first_name last_name phone role_id role { role ${nameFields} } neighborhoods { id ${nameFields} }
    blocked must_change_password second_factor createdAt updatedAt`,
});

/** A page of roles. */
export const rolesDocument = recordsDocument<Role>({
  type: 'AdminRole',
  path: 'admins/roles',
  fields: `role permissions admins ${nameFields} ${authorshipFields}`,
});

/** Every role, for selects. */
export const roleOptionsDocument = optionsDocument<RoleOption>({
  type: 'AdminRole',
  path: 'admins/roles',
  fields: `role permissions ${nameFields}`,
});

/** Every neighbourhood, for selects. */
export const neighborhoodOptionsDocument = optionsDocument<Option>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: nameFields,
});

/** Reads the sessions of an admin; `of` is their id, or `admin` for the user's own. */
export const signInsDocument: TypedDocumentNode<
  { readonly signIns: { readonly items: readonly SignIn[] } },
  { of: string }
> = gql(`query SignIns($of: String!) {
  signIns(of: $of) @rest(type: "SignInList", path: "admins/{args.of}/sessions") {
    items @type(name: "SignIn") { id address device { browser system kind } createdAt lastSeenAt current }
  }
}`);

/** Reads the state of the user's second factor. */
export const factorDocument: TypedDocumentNode<{ readonly factor: Factor }, Record<string, never>> = gql`
  query OwnFactor {
    factor: ownFactor @rest(type: "OwnFactor", path: "admins/admin/second-factor") {
      enabledAt
      recovery_left
      required
    }
  }
`;

/** The user's own passkeys. */
export const passkeysDocument: TypedDocumentNode<
  { readonly passkeys: { readonly items: readonly OwnPasskey[] } },
  Record<string, never>
> = gql`
  query OwnPasskeys {
    passkeys: ownPasskeys @rest(type: "OwnPasskeyList", path: "admins/admin/passkeys") {
      items @type(name: "OwnPasskey") {
        id
        name
        hardware
        backed_up
        createdAt
        lastUsedAt
      }
    }
  }
`;

/** The resets of second factors that wait for another super admin. */
export const factorResetsDocument: TypedDocumentNode<
  { readonly resets: { readonly items: readonly FactorResetItem[] } },
  Record<string, never>
> = gql`
  query FactorResets {
    resets: factorResets @rest(type: "FactorResetList", path: "admins/factor-resets") {
      items @type(name: "FactorReset") {
        id
        name
        requested_by
        reason
        askedAt
        expiresAt
        own
      }
    }
  }
`;

/** Reads the rule for second factors. */
export const factorPolicyDocument: TypedDocumentNode<
  { readonly policy: FactorPolicyResponse },
  Record<string, never>
> = gql`
  query FactorPolicy {
    policy: factorPolicy @rest(type: "FactorPolicy", path: "admins/second-factor") {
      required
      hardware
      without @type(name: "FactorPolicyCounts") {
        super_admins
        everyone
        hardware
      }
    }
  }
`;
