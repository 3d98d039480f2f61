export * from './pause';
export { callerOf, withoutEmpty } from './request';
export * from './throttle';
export * from './tryService';
export * from './types';
export * from '../streams';
