import type { INodeProperties } from 'n8n-workflow';
import { ENDPOINTS } from '../../../shared/spec';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import { imperative, type Operation } from '../../dispatch/operation';
import { CONTACT_BY, CONTACT_LIST } from '../../contacts/fields';
import { changeListMembers, type MembersChange } from '../../contacts/members';
import { DEFAULT_COUNTRY } from '../../sending/fields';

const CONTACTS: INodeProperties = {
	displayName: 'Contacts',
	name: 'contacts',
	type: 'string',
	required: true,
	default: '={{ $json.phone }}',
	placeholder: 'e.g. +380 99 111 22 33',
	description:
		'The number or ID of a contact, or several with commas, semicolons or line breaks between them, or an expression that returns a list. The contacts of all items go out together.',
};

/** What becomes of contacts that the Contact Book does not have. */
const missingContacts = (preset: 'create' | 'refuse'): INodeProperties => ({
	displayName: 'Missing Contacts',
	name: 'missingContacts',
	type: 'options',
	options: [
		{
			name: 'Create',
			value: 'create',
			description:
				'They are created with their number alone. One that is named by an ID is refused.',
		},
		{ name: 'Refuse', value: 'refuse', description: 'Their rows say that they are not there' },
	],
	default: preset,
	description: 'What to do with contacts that the Contact Book does not have',
});

const DRY_RUN_OF_MEMBERS: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to show only what would be done, and change nothing',
};

const MOST_REMOVED: INodeProperties = {
	displayName: 'Most Removed (%)',
	name: 'mostRemoved',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 30,
	description:
		'The share of the list that may be removed at a time. If it would be more, the node stops with the figures and changes nothing: the input may have come incomplete.',
};

/** An operation that changes who is in a list; extensions (extensions notes, section 4). */
export function membersOperation(change: MembersChange, option: Operation['option']): Operation {
	const { method, path } =
		change === 'remove' ? ENDPOINTS.detachContacts : ENDPOINTS.attachContacts;
	const { routing, execute } = imperative(async (ctx) => await changeListMembers(ctx, change));
	return {
		option,
		fields: [
			CONTACT_LIST,
			CONTACT_BY,
			CONTACTS,
			DEFAULT_COUNTRY,
			...(change === 'remove' ? [] : [missingContacts(change === 'set' ? 'create' : 'refuse')]),
			...(change === 'set' ? [DRY_RUN_OF_MEMBERS] : []),
			optionsField([...(change === 'set' ? [MOST_REMOVED] : []), RETRY_FOR]),
		],
		routing: { ...routing, request: { method, url: path } },
		execute,
	};
}
