export * from './given';
export * from './mask';
export * from './analyse';
export { PLAIN_CHARACTERS } from './gsm7';
export { joinedFields } from './joined';
export * from './template';
export * from './unmeant';
export * from './path';
export * from './csv';
