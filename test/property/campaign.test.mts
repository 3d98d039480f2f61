import { testOperations } from './suite.mts';

testOperations('campaign', ({ id }) => id.startsWith('campaign.'));
