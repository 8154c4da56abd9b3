import { useDeployment } from '#kernel/client/deployment/deployment-store.ts';
import { passkeysCapability } from '#kernel/contract/plugin.ts';

/** Whether the server has passkeys; it then asks for all factors of a person before their password is changed. */
export function useHasPasskeys(): boolean {
  const { plugins } = useDeployment();
  return plugins?.some(({ capabilities }) => capabilities.includes(passkeysCapability)) ?? false;
}

/** Whether the server has passkeys and this browser can make them: at a named address, over https or on one's own computer. */
export function usePasskeys(): boolean {
  const isAnnounced = useHasPasskeys();
  return isAnnounced && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
