import { useDeployment } from '#kernel/client/deployment/deployment-store.ts';
import { passkeysCapability } from '#kernel/contract/plugin/manifest.ts';

/** Whether the server supports passkeys; then changing a password requires all factors of the user. */
export function useHasPasskeys(): boolean {
  const { plugins } = useDeployment();
  return plugins?.some(({ capabilities }) => capabilities.includes(passkeysCapability)) ?? false;
}

/** Whether server and browser support passkeys: the address must be a host name, over HTTPS or localhost. */
export function usePasskeys(): boolean {
  const isAnnounced = useHasPasskeys();
  return isAnnounced && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
