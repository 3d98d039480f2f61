export * from './campaign';
export * from './legacy';
export * from './list';
export * from './report';
export * from './rows';
export * from './scanner';
export { idOf, numberOf, priceOf, recordsOf, textOf, timeOf, unwrap } from './values';
export type { Fields } from './values';
