export { asRecord, fieldsOf, readBody, type Fields } from './body';
export { codeIn, failureCode, faultOfCode } from './codes';
export { faultOfException, LOST, replyOfException, TOO_LARGE } from './exception';
export * from './fault';
export * from '../text/mask';
export * from './nodeError';
export * from './reply';
export { saidSentence, wordsOf } from './words';
