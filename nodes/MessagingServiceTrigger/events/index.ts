export * from './applications';
export * from './bulkTasks';
export * from './campaignMessages';
export * from './campaigns';
export * from './change';
export * from './event';
export * from './messages';
export * from './received';
