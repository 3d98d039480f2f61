import { testOperations } from './suite.mts';

testOperations(({ id }) => !/^(?:sms|campaign)\./.test(id));
