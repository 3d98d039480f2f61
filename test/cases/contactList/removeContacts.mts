import { memberChange } from '../members.mts';

export const cases = memberChange({
	verb: 'detach',
	list: 201,
	phone: '380671112213',
	contact: 5004,
	status: 'removed',
});
