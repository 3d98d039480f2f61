import { testOperations } from './suite.mts';

testOperations('others', ({ id }) => !/^(?:sms|campaign)\./.test(id));
