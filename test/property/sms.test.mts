import { testOperations } from './suite.mts';

testOperations(({ id }) => id.startsWith('sms.'));
