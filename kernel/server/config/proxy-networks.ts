import { StartupError } from './startup-error.ts';

/**
 * Throws a {@link StartupError} if a trusted proxy is not a network, or is one that includes everybody: callers could
 * then claim any address and evade the limit of sign-in attempts.
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
