import { waitForTexts, withFailure } from './support/screen-states.ts';
import { testMoreScreens, testScreens, type Screen } from './support/screens.ts';

const login = 'superadmin';

/** Erasure requests and holds. */
const screens: readonly Screen[] = [
  { name: 'retention', login, path: '/retention', ready: waitForTexts('retention:noneHolds') },
];

const states: readonly Screen[] = [
  {
    name: 'retention-failed',
    login,
    path: '/retention',
    ready: withFailure('retention/requests', waitForTexts('retention:failed')),
  },
];

testScreens(screens);
testMoreScreens(states);
