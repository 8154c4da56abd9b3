import { useDeployment } from '#kernel/client/deployment/deployment-store.ts';
import { passkeysCapability } from '#kernel/contract/plugin.ts';

/** Whether the server has passkeys and this browser can make them: at a named address, over https or on one's own computer. */
export function usePasskeys(): boolean {
  const { plugins } = useDeployment();
  const isAnnounced = plugins?.some(({ capabilities }) => capabilities.includes(passkeysCapability)) ?? false;
  return isAnnounced && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
