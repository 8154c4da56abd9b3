/** A place in a page that other plugins may extend; its type is the props of an extension. */
export interface Slot<Props> {
  readonly id: string;
  /** Only for types: carries the type of the props, and does not exist at run time. */
  readonly props?: (props: Props) => void;
}

/**
 * Declares a slot; the id is `<plugin>.<name>`, or `kernel.<name>`.
 *
 * @example export const applicationAside = slot<{ application: Application }>('applications.aside');
 */
/* @__NO_SIDE_EFFECTS__ */
export function slot<Props extends object>(id: string): Slot<Props> {
  return Object.freeze({ id });
}

/** The right end of the top bar: the bell lives here. */
export const topBarSlot = slot<Record<never, never>>('kernel.topBar');

/** Cards of the settings page. */
export const settingsSlot = slot<Record<never, never>>('kernel.settings');

/** Floats above every page of a signed-in admin: the assistant lives here. */
export const floatingSlot = slot<Record<never, never>>('kernel.floating');

/** The props of extensions of {@link menuSlot}. */
export interface MenuSlotProps {
  /** The plugin whose group it is. */
  readonly plugin: string;
  /** Called when a link is followed: on a phone the menu closes. */
  readonly onNavigate?: (() => void) | undefined;
}

/** Below the links of a plugin's group in the menu, in a list: each extension draws `<li>` for the groups that it means. */
export const menuSlot = slot<MenuSlotProps>('kernel.menu');
