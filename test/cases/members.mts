import { changeOfMembers } from '../property/plain.mts';
import { wholeId } from '../property/values.mts';
import { every } from './case.mts';
import type { OperationCases } from './case.mts';

interface MemberChange {
	/** The last part of its path. */
	verb: 'attach' | 'detach';
	list: number;
	phone: string;
	/** The contact that has the phone. */
	contact: number;
	/** What the row of the contact says. */
	status: string;
}

/** The cases of an operation that changes who is in a list. */
export const memberChange = ({
	verb,
	list,
	phone,
	contact,
	status: expected,
}: MemberChange): OperationCases => ({
	isExtension: true,
	runs: [
		{
			parameters: {
				contactList: { __rl: true, mode: 'id', value: String(list) },
				contacts: phone,
			},
			check: (items) => every(items, 1, ({ status }) => status === expected),
		},
	],
	faults: [
		{
			parameters: () => ({ contactList: String(list), contacts: phone }),
			idempotent: true,
			effects: ({ store }) => {
				const isMember = store.contacts.get(contact)?.groupIds.includes(list) === true;
				return [isMember === (verb === 'attach') ? 1 : 0];
			},
		},
	],
	inputs: [
		{
			fields: { contactList: wholeId },
			fixed: { contacts: '380671112211' },
			plain: ({ contactList }) => changeOfMembers(verb, contactList),
		},
	],
});
