export * from './campaign';
export * from './isId';
export * from './legacy';
export * from './list';
export * from './listedMessage';
export * from './phone';
export * from './received';
export * from './report';
export * from './rows';
export * from './senderName';
export * from './stopList';
export {
	flagOf,
	idOf,
	numberOf,
	priceOf,
	recordsOf,
	statusOf,
	textOf,
	timeOf,
	unwrap,
} from './values';
export type { Fields } from './values';
