import { useDeployment } from '#kernel/client/deployment/deployment-store.ts';
import { passkeysCapability } from '#kernel/contract/plugin/manifest.ts';

/** Whether the server has passkeys; it then asks for all factors of a person before their password is changed. */
export function useHasPasskeys(): boolean {
  const { plugins } = useDeployment();
  return plugins?.some(({ capabilities }) => capabilities.includes(passkeysCapability)) ?? false;
}

/** Whether the server and this browser support passkeys: at a host name, over HTTPS or on localhost. */
export function usePasskeys(): boolean {
  const isAnnounced = useHasPasskeys();
  return isAnnounced && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
