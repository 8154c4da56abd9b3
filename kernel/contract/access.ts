/** An access rule. Built with {@link anyone}, {@link signedIn}, {@link superAdmin}, {@link allOf}, {@link anyOf}. */
export type Access =
  | { readonly rule: 'anyone' }
  | { readonly rule: 'signedIn' }
  | { readonly rule: 'superAdmin' }
  | { readonly rule: 'allOf'; readonly permissions: readonly string[] }
  | { readonly rule: 'anyOf'; readonly permissions: readonly string[] };

/** The two role levels of the product. */
export type RoleLevel = 'super_admin' | 'admin';

/** The facts that an access rule checks: level and permissions of the admin's role. */
export interface Rights {
  readonly role: RoleLevel;
  readonly permissions: readonly string[];
}

/** An admin with the neighbourhoods of the account; a super admin reaches all of them, whatever is listed. */
export interface Viewer extends Rights {
  readonly id: number;
  readonly neighborhoodIds: readonly number[];
}

/** Open to callers without a token too. */
export const anyone: Access = { rule: 'anyone' };

/** Open to every signed-in admin. */
export const signedIn: Access = { rule: 'signedIn' };

/** Open to super admins alone. */
export const superAdmin: Access = { rule: 'superAdmin' };

/** Open to admins who hold every one of the permissions. @example allOf('street_add') */
export function allOf(...permissions: [string, ...string[]]): Access {
  return { rule: 'allOf', permissions };
}

/** Open to admins who hold at least one of the permissions. */
export function anyOf(...permissions: [string, ...string[]]): Access {
  return { rule: 'anyOf', permissions };
}

/**
 * Decides, on both sides of the wire, whether a user may reach a thing; `null` is a caller without a session.
 * A super admin gets no permission for free: permissions come from the role, as everyone's do (specification §6).
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

/** Where a viewer may look: everywhere, or in the neighbourhoods named. */
export type Area = 'everywhere' | readonly number[];

/** The area of a viewer: a super admin reaches every neighbourhood, an admin those of the account. */
export function areaOf(viewer: Viewer): Area {
  return viewer.role === 'super_admin' ? 'everywhere' : viewer.neighborhoodIds;
}

/** Whether an area contains a neighbourhood. */
export function reaches(area: Area, neighborhoodId: number): boolean {
  return area === 'everywhere' || area.includes(neighborhoodId);
}
