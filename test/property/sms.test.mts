import { testOperations } from './suite.mts';

testOperations('sms', ({ id }) => id.startsWith('sms.'));
