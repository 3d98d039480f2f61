export { saysOnlyFaults, STATUS_TOO_MANY } from './nothingElse';
export * from './campaign';
export * from './channel';
export { refusesCopy } from './copyWords';
export * from './deniesMessage';
export { saysCopy, saysDone } from './doneWords';
export * from './heldNumber';
export * from './holdsRecord';
export { inWords } from './inWords';
export * from './isId';
export {
	NAMES_OF_LEFT_OUT,
	namesLeftOut,
	saidByName,
	saidBySentence,
	saysLeftOut,
	STATES_UNDER_WAY,
	type Said,
} from './leftOutWords';
export * from './legacy';
export { valuesOf, type Leaf } from './leaves';
export * from './list';
export * from './listedMessage';
export * from './madeReference';
export { NOTICES_OF_APPLICATION, NOTICES_OF_CONTACT } from './notices';
export * from './plainReference';
export * from './received';
export * from './report';
export * from './refusesList';
export * from './refusingWords';
export * from './rows';
export * from './saidOfRecipient';
export * from './saysFault';
export * from './scanner';
export * from './senderName';
export * from './signsOfDoing';
export * from './stopList';
export {
	amountOf,
	flagOf,
	idOf,
	numberOf,
	priceOf,
	recordsOf,
	textOf,
	timeOf,
	unwrap,
} from './values';
export type { Fields } from './values';
