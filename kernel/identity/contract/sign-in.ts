/**
 * A way to sign in beside login and password: the browser goes to a service and comes back to the sign-in page. The kernel
 * draws it, so that no plugin's code runs on the page where passwords are typed.
 */
export interface SignInWay {
  /** The plugin that has the way; it is offered while the plugin announces the capability `signInCapability`. */
  readonly plugin: string;
  /** The call where the browser goes, with the path to return to as `from`. */
  readonly begin: string;
  /** The call (`POST`) that answers the session, or the second step, to the browser that came back. */
  readonly session: string;
  /** The parameter of the sign-in page's address that has the outcome: `done`, or one of `problems`. */
  readonly parameter: string;
  /** Keys of texts: of the button, of the hint while the service is not set up, and of each outcome that is no session. */
  readonly label: string;
  readonly off: string;
  readonly problems: Readonly<Record<string, string>>;
}

/** The ways to sign in that a plugin adds, as data; the one export of its `sign-in.ts` is called `signIn`. */
export interface SignInDeclaration {
  /** The path under which the plugin mounts the calls of the session: `<account>/login`, `<account>/admin`, …; one plugin does. */
  readonly account?: string;
  readonly way?: SignInWay;
}
