export { asRecord, readBody } from './body';
export * from './exception';
export * from './fault';
export * from './mask';
export * from './nodeError';
export * from './reply';
