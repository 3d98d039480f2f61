export * from './counted';
export * from './given';
export * from './list';
export * from './mask';
export * from './analyse';
export { PLAIN_CHARACTERS } from './gsm7';
export * from './template';
export * from './path';
export * from './csv';
