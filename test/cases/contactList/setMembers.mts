import { memberChange } from '../members.mts';

export const cases = memberChange({
	verb: 'attach',
	list: 203,
	phone: '380671112212',
	contact: 5003,
	status: 'added',
});
