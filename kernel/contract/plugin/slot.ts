/** A place in a page that other plugins may extend; its type parameter is the props of an extension. */
export interface Slot<Props> {
  readonly id: string;
  /** Carries the type of the props; never set at run time. */
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

/** The right end of the top bar, for example for the notification bell. */
export const topBarSlot = slot<Record<never, never>>('kernel.topBar');

/** Cards of the settings page. */
export const settingsSlot = slot<Record<never, never>>('kernel.settings');

/** Floats above every page of a signed-in admin, for example the assistant. */
export const floatingSlot = slot<Record<never, never>>('kernel.floating');

/** The props of extensions of {@link menuSlot}. */
export interface MenuSlotProps {
  /** The plugin that owns the group. */
  readonly plugin: string;
  /** Called when a link is followed, so that the menu closes on a phone. */
  readonly onNavigate?: (() => void) | undefined;
}

/**
 * Below the links of a plugin's menu group, inside a list: each extension renders `<li>` elements for the groups that
 * it extends.
 */
export const menuSlot = slot<MenuSlotProps>('kernel.menu');
