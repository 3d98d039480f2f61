import type { INodeProperties } from 'n8n-workflow';
import { bool, choice, field, locator, number, required, shown, text } from '../../shared/fields';
import { LIMITS } from '../../shared/spec';
import { contactListsField, optionsField } from './fields';

const { validityHours, tariff } = LIMITS;
const fixed = { noDataExpression: true };

const RECIPIENT_SOURCE = choice(
	'recipientSource: Recipients From: Where the recipients come from',
	[
		'allItems: All Input Items: All go out together, up to 10,000 recipients a request',
		"item: This Item's Fields: Each item is sent by itself",
		'list: A List in Each Item: The recipients of a list go out together',
	],
	fixed,
);
const PHONE = required(
	'phone: Phone Number: Recipient in international form; blanks, dashes, brackets and + are removed',
	'+380 99 111 22 33',
);
const PHONE_FIELD = required(
	'phoneField: Phone Field: Field with the phone number, of the items or of the objects in the list',
	'contact.mobile',
	{
		default: 'phone',
		requiresDataPath: 'single',
	},
);
const RECIPIENTS = required(
	'recipients: Recipients: Phone numbers with commas or lines between, or an expression that gives a list of numbers or objects',
	'380991112233, 380992223344',
);
const REFERENCE_MODE = choice(
	'referenceMode: Message Reference: The reference (external ID) that keeps a message from being sent twice',
	[
		'automatic: Automatic: One for each execution and item: Retry On Fail sends nothing twice',
		'content: From Content and Day: The same text goes to the same number once a day, even when the workflow runs again',
		'custom: Own: One that you give, for example an order number',
		'none: None: Without protection against sending twice',
	],
	fixed,
);
const EACH_ITS_OWN = 'up to 32 Latin letters and digits, another for each message';
const REFERENCE = required(`reference: Reference: The reference: ${EACH_ITS_OWN}`, 'order1042');
const REFERENCE_FIELD = required(
	`referenceField: Reference Field: Field with the reference: ${EACH_ITS_OWN}`,
	'',
	{
		default: 'reference',
		requiresDataPath: 'single',
	},
);
const SIMPLIFY = bool(
	'simplify: Simplify: Whether to return one item per request, with counts, instead of one per recipient',
);

const DRY_RUN = bool(
	'dryRun: Dry Run: Whether to do everything but send, and show what would be sent or refused',
);
const EMPTY_NUMBERS = choice(
	'emptyNumbers: Empty Numbers: What to do with recipients without a phone number',
	['refuse: Refuse: They are invalid', 'skip: Leave Out'],
);
const INVALID_RECIPIENTS = choice(
	'invalidRecipients: Invalid Recipients: What to do when a recipient cannot be sent to',
	[
		'stop: Stop: Nothing is sent; all invalid recipients are named',
		'skip: Leave Out: The others are sent; the output gives the reason',
	],
);
const START_AT = field(
	'dateTime',
	'startAt: Start At: When to start sending, up to 30 days ahead; at once if empty',
);
const SENDER_FIELD = text(
	'senderField: Sender Field: Field with the sender of each recipient; Sender stands in where it is empty',
	'',
	{
		requiresDataPath: 'single',
	},
);
const TARIFF = number(
	'tariff: Tariff: Tariff code, 0 to 9, of those connected to the account',
	tariff.default,
	tariff.min,
	tariff.max,
);
const TWO_WAY = bool(
	'twoWay: Two-Way: Whether recipients can answer (2WAY); the account needs that service',
);
const VALIDITY = number(
	'validity: Validity (Hours): How long the service tries to deliver, 1 to 72 hours',
	validityHours.default,
	validityHours.min,
	validityHours.max,
);

const repeatedNumbers = (personal: boolean): INodeProperties =>
	choice('repeatedNumbers: Repeated Numbers: What to do with a number that occurs again', [
		'merge: Merge: Only the first message to a number is sent',
		'refuse: Refuse: Repeated numbers are invalid',
		...(personal
			? ['send: Send All: Each further message to a number goes out in a request of its own']
			: []),
	]);
const senderField = (more = ''): INodeProperties =>
	locator(`sender: Sender: Registered sender${more}`, 'searchSenders', 'sender', 'Name', 'Shop');
const textField = (description: string): INodeProperties =>
	required(`text: Text: The message; ${description}`, '', { typeOptions: { rows: 4 } });

const LEGACY_SENDER = ', up to 14 characters';
const PLAIN_TEXT = 'a text of 160 Latin or 70 other characters is one SMS';

/** The fields of SMS: Send. */
export function singleFields(): INodeProperties[] {
	return [
		senderField(LEGACY_SENDER),
		PHONE,
		textField(PLAIN_TEXT),
		REFERENCE_MODE,
		...shown({ referenceMode: ['custom'] }, REFERENCE),
		optionsField([DRY_RUN, EMPTY_NUMBERS, INVALID_RECIPIENTS, TARIFF, TWO_WAY, VALIDITY], false),
	];
}

/** The fields of an operation that sends to many: with personal texts or one for all, legacy or as a campaign. */
export function manyFields({
	personal,
	campaign,
}: {
	personal: boolean;
	campaign: boolean;
}): INodeProperties[] {
	const custom = { referenceMode: ['custom'] };
	const many = { recipientSource: ['allItems', 'list'] };
	const one = { recipientSource: ['item'] };
	return [
		RECIPIENT_SOURCE,
		...shown(one, PHONE),
		...shown({ recipientSource: ['list'] }, RECIPIENTS),
		...shown(many, PHONE_FIELD),
		senderField(
			!campaign ? LEGACY_SENDER : personal ? ': up to 11 Latin characters, or up to 15 digits' : '',
		),
		textField(
			personal
				? '{field} stands for a field of the recipient, {field|text} for the text where that is empty'
				: `${PLAIN_TEXT}. The same for all recipients.`,
		),
		REFERENCE_MODE,
		...shown({ ...custom, ...one }, REFERENCE),
		...shown({ ...custom, ...many }, REFERENCE_FIELD),
		SIMPLIFY,
		optionsField(
			[
				DRY_RUN,
				EMPTY_NUMBERS,
				INVALID_RECIPIENTS,
				repeatedNumbers(personal),
				TARIFF,
				VALIDITY,
				...(personal ? [SENDER_FIELD] : []),
				campaign ? START_AT : TWO_WAY,
			],
			false,
		),
	];
}

/** The fields of Campaign: Send SMS to Contact Lists. */
export function groupFields(): INodeProperties[] {
	return [
		contactListsField('The lists whose contacts get the message, 10,000 at most'),
		senderField(),
		textField('{field_id} stands for a contact field, filled in by the service'),
		optionsField([DRY_RUN, START_AT, TARIFF, VALIDITY], false),
	];
}
