/**
 * A sign-in method besides login and password: the browser is redirected to a service and returns to the sign-in page.
 * The kernel renders it, so that no plugin code runs on the page where passwords are typed.
 */
export interface SignInMethod {
  /** The plugin that provides the method; offered while the plugin announces the capability `signInCapability`. */
  readonly plugin: string;
  /** The call to which the browser is sent, with the return path as `from`. */
  readonly begin: string;
  /** The call (`POST`) that returns the session, or the second step, after the return. */
  readonly session: string;
  /** The query parameter of the sign-in page with the outcome: `done`, or a key of `problems`. */
  readonly parameter: string;
  /** Text keys: the button, the hint while the service is not configured, and each outcome without a session. */
  readonly label: string;
  readonly off: string;
  readonly problems: Readonly<Record<string, string>>;
}

/** The sign-in contributions of a plugin, as data; its `sign-in.ts` exports them as `signIn`. */
export interface SignInDeclaration {
  /** The path under which exactly one plugin registers the account calls: `<account>/login`, `<account>/admin`, … */
  readonly account?: string;
  readonly way?: SignInMethod;
}
