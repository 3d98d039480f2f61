import { runSteps } from './lib/runSteps.mts';
import { CI } from './lib/steps.mts';

// npm run ci: what protects a commit.
await runSteps(CI);
