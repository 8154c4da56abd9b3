import type { Manifest } from '#kernel/contract/index.ts';
import type { ApiRoute } from '#kernel/server/api/index.ts';
import type { AccountOptions } from './account-options.ts';
import {
  beginFactorRoute,
  confirmFactorRoute,
  loginCodeRoute,
  ownFactorRoute,
  removeFactorRoute,
  renewRecoveryCodesRoute,
} from './factor-routes.ts';
import { passkeyLoginOptionsRoute, passkeyLoginRoute } from './passkey-login-routes.ts';
import {
  addPasskeyRoute,
  ownPasskeysRoute,
  passkeyChallengeRoute,
  passkeyOptionsRoute,
  removePasskeyRoute,
} from './passkey-routes.ts';
import { endOwnSessionRoute, endOwnSessionsRoute, ownSessionsRoute } from './live-session-routes.ts';
import { activityRoute, loginRoute, logoutRoute, passwordRoute, sessionRoute } from './session-routes.ts';

/**
 * Creates the calls with which admins sign in and out, and manage password, sessions and second factor. One plugin
 * registers them, at the path that its `sign-in.ts` declares.
 *
 * @example routes: [...accountRoutes({ manifest: staff, account: 'staff', readAdmin, changed }), list]
 */
export function accountRoutes<M extends Manifest>(options: AccountOptions<M>): ApiRoute[] {
  return [
    loginRoute(options),
    loginCodeRoute(options),
    sessionRoute(options),
    activityRoute(options),
    logoutRoute(options),
    passwordRoute(options),
    ownSessionsRoute(options),
    endOwnSessionRoute(options),
    endOwnSessionsRoute(options),
    ownFactorRoute(options),
    beginFactorRoute(options),
    confirmFactorRoute(options),
    renewRecoveryCodesRoute(options),
    removeFactorRoute(options),
    passkeyLoginOptionsRoute(options),
    passkeyLoginRoute(options),
    ownPasskeysRoute(options),
    passkeyChallengeRoute(options),
    passkeyOptionsRoute(options),
    addPasskeyRoute(options),
    removePasskeyRoute(options),
  ];
}
