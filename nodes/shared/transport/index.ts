export * from './callService';
export * from './limiter';
export * from './pause';
export * from './replyBody';
export * from './types';
