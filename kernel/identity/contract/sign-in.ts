/**
 * A way to sign in beside login and password: the browser is redirected to a service and returns to the sign-in page. The
 * kernel renders it, so that no plugin's code runs on the page where passwords are typed.
 */
export interface SignInMethod {
  /** The plugin that has the way; it is offered while the plugin announces the capability `signInCapability`. */
  readonly plugin: string;
  /** The call to which the browser goes, with the return path as `from`. */
  readonly begin: string;
  /** The call (`POST`) that returns the session, or the second step, after the return. */
  readonly session: string;
  /** The parameter of the sign-in page's address that has the outcome: `done`, or one of `problems`. */
  readonly parameter: string;
  /** Text keys: of the button, of the hint while the service is not configured, and of each outcome without a session. */
  readonly label: string;
  readonly off: string;
  readonly problems: Readonly<Record<string, string>>;
}

/** The ways to sign in that a plugin adds, as data; the one export of its `sign-in.ts` is called `signIn`. */
export interface SignInDeclaration {
  /** The path under which one plugin registers the calls of the session: `<account>/login`, `<account>/admin`, … */
  readonly account?: string;
  readonly way?: SignInMethod;
}
