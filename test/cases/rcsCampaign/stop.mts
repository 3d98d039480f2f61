import { rcsChange } from '../rcsChange.mts';

export const cases = rcsChange({
	verb: 'stop',
	from: 'scheduled',
	to: 'stopped',
	isDone: (status) => status === 'stopped',
});
