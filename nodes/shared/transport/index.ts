export * from './tryService';
export * from './limiter';
export * from './notBegun';
export * from './pause';
export * from './throttle';
export * from '../streams';
export * from './types';
