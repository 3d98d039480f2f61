export * from './endpoints';
export * from './errorCodes';
export * from './limits';
export * from './patterns';
export * from './statuses';
