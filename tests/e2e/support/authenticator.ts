import type { CDPSession, Page } from '@playwright/test';

/** A virtual authenticator in a browser (WebDriver's, through Chromium's protocol). */
export interface VirtualAuthenticator {
  /** Whether it responds immediately, as if the user touched it; otherwise the browser waits. */
  answer(does: boolean): Promise<void>;
  /** Whether its user can unlock it. */
  unlock(can: boolean): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Adds an authenticator to a page: one with device-bound keys, or one whose keys are synced to a provider.
 */
export async function addAuthenticator(
  page: Page,
  { synced = false, transport = 'internal' as 'internal' | 'usb' } = {},
): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  });
  return {
    async answer(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async unlock(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async remove() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}
