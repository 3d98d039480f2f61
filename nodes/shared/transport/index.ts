export * from './callService';
export * from './limiter';
export * from './pause';
export * from '../streams';
export * from './types';
