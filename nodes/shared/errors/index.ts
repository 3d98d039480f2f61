export { asRecord, readBody } from './body';
export { extensionFault } from './extension';
export { faultOfException, TOO_LARGE } from './exception';
export * from './fault';
export * from '../text/mask';
export * from './nodeError';
export * from './reply';
