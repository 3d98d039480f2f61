import { runSteps } from './lib/runSteps.mts';
import { NIGHTLY } from './lib/steps.mts';

// npm run nightly: the long runs in full, which a release has passed.
await runSteps(NIGHTLY);
