/** An access rule. Built with {@link anyone}, {@link signedIn}, {@link superAdmin}, {@link allOf}, {@link anyOf}. */
export type Access =
  | { readonly rule: 'anyone' }
  | { readonly rule: 'signedIn' }
  | { readonly rule: 'superAdmin' }
  | { readonly rule: 'allOf'; readonly permissions: readonly string[] }
  | { readonly rule: 'anyOf'; readonly permissions: readonly string[] };

/** The two role levels of the product. */
export type RoleLevel = 'super_admin' | 'admin';

/** The rights that an access rule checks: level and permissions of the admin's role. */
export interface Rights {
  readonly role: RoleLevel;
  readonly permissions: readonly string[];
}

/** An admin with the neighbourhoods of the account; for a super admin the list does not restrict the area. */
export interface Viewer extends Rights {
  readonly id: number;
  readonly neighborhoodIds: readonly number[];
}

/** Allows everyone, also without a session. */
export const anyone: Access = { rule: 'anyone' };

/** Allows every signed-in admin. */
export const signedIn: Access = { rule: 'signedIn' };

/** Allows super admins only. */
export const superAdmin: Access = { rule: 'superAdmin' };

/** Allows admins who have all of these permissions. @example allOf('street_add') */
export function allOf(...permissions: [string, ...string[]]): Access {
  return { rule: 'allOf', permissions };
}

/** Allows admins who have at least one of these permissions. */
export function anyOf(...permissions: [string, ...string[]]): Access {
  return { rule: 'anyOf', permissions };
}

/**
 * Decides in browser and server whether a caller has access; `null` is a caller without a session. Super admins have
 * only the permissions of their role, like all admins (specification §6).
 */
export function allows(access: Access, rights: Rights | null): boolean {
  if (access.rule === 'anyone') return true;
  if (!rights) return false;
  switch (access.rule) {
    case 'signedIn':
      return true;
    case 'superAdmin':
      return rights.role === 'super_admin';
    case 'allOf':
      return access.permissions.every((permission) => rights.permissions.includes(permission));
    case 'anyOf':
      return access.permissions.some((permission) => rights.permissions.includes(permission));
  }
}

/** The permissions that a rule names. */
export function permissionsOf(access: Access): readonly string[] {
  return 'permissions' in access ? access.permissions : [];
}

/** The area of a user: everywhere, or a list of neighbourhood ids. */
export type Area = 'everywhere' | readonly number[];

/** The area of a viewer: everywhere for a super admin, else the neighbourhoods of the account. */
export function areaOf(viewer: Viewer): Area {
  return viewer.role === 'super_admin' ? 'everywhere' : viewer.neighborhoodIds;
}

/** Whether an area contains a neighbourhood. */
export function reaches(area: Area, neighborhoodId: number): boolean {
  return area === 'everywhere' || area.includes(neighborhoodId);
}
