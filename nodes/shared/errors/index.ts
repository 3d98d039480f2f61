export { asRecord, readBody } from './body';
export { faultOfException, TOO_LARGE } from './exception';
export * from './fault';
export * from './mask';
export * from './nodeError';
export * from './reply';
