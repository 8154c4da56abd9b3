import { StartupError } from './startup-error.ts';

/**
 * Throws a {@link StartupError} when one of the proxies that are to be believed is no network, or everybody's: then each caller
 * could claim any address, and sign-in attempts would be counted separately for each of them.
 */
export function requireProxyNetworks(networks: readonly string[], where: string): void {
  for (const network of networks) {
    if (!/^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)$/i.test(network)) {
      throw new StartupError(
        `${where} names "${network}"; name networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.`,
      );
    }
    if (/\/0+$/.test(network)) {
      throw new StartupError(
        `${where} names "${network}", which is every address; name only the network of the proxy.`,
      );
    }
  }
}
