export * from './campaign';
export * from './legacy';
export * from './list';
export * from './listedMessage';
export * from './received';
export * from './report';
export * from './rows';
export * from './shortLink';
export * from './stopList';
export * from './verification';
export {
	amountOf,
	bareSender,
	flagOf,
	idOf,
	isId,
	isSamePhone,
	numberOf,
	recordsOf,
	statusOf,
	textOf,
	timeOf,
	unwrap,
} from './values';
