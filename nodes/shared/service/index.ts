export * from './campaigns';
export * from './lists';
export * from './messages';
export * from './paging';
export * from './received';
export * from './service';
export * from './stopList';
export * from './tasks';
