export * from './campaigns';
export * from './contacts';
export * from './messages';
export * from './paging';
export * from './senders';
export * from './service';
export * from './tasks';
