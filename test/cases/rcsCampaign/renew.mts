import { rcsChange } from '../rcsChange.mts';

export const cases = rcsChange({
	verb: 'renew',
	from: 'paused',
	to: 'sending',
	isDone: (status) => status !== 'paused',
});
