import { memberChange } from '../members.mts';

export const cases = memberChange({
	verb: 'attach',
	list: 202,
	phone: '380671112211',
	contact: 5002,
	status: 'added',
});
