import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import {
	listApplications,
	NEWEST_FIRST,
	sameName,
	type RequestParts,
} from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { rejected, type ServiceFault, type ServiceReply } from '../../../shared/errors';
import {
	applicationRow,
	bareSender,
	filled,
	normaliseApplication,
	rawRecords,
} from '../../../shared/reply';
import { checkCountry, checkLength, checkSender } from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import { toBody } from '../../dispatch/places';
import { foundReply } from '../../dispatch/declared';
import { wantsRaw, type Item } from '../../dispatch/item';
import type { ChangeOne } from '../builders';

/* What both applications for a sender have in common: of a legal entity (4.14) and of a natural person (extensions notes, section 9). */

/** Judges a text by the length that 4.14 allows for it. */
export const ofLength =
	(name: keyof typeof LIMITS.application, field: string): Check =>
	(value) =>
		checkLength(value, LIMITS.application[name], field);

/** What makes an application the same as another. */
const SAME = ['sender', 'country_code', 'code_of_company', 'tax_number', 'name'];

const LOOK_FIRST =
	'Look at the list of applications (Sender: Get Many) before you apply again: a second application may be made.';

/**
 * The application that a list shows after an answer that was lost. It carries no reference of ours: the same one is what was wanted,
 * whoever made it.
 */
async function findSameApplication(
	item: Item,
	{ body = {} }: RequestParts,
): Promise<ServiceReply | undefined> {
	const query = { 'filter[sender]': body.sender };
	const { records, fault } = await listApplications(item.service, query, LIMITS.page.limit);
	if (fault) return item.fail(fault);
	const same = records.find(
		(record) =>
			normaliseApplication(record, item.zone).status !== 'rejected' &&
			SAME.every((key) => !(key in body) || sameName(record[key], body[key])),
	);
	return same && foundReply(same);
}

/** Whether the user wants another application beside one that there is. */
const registersAgain = (item: Item): boolean =>
	item.parameter<string>('options.ifThereIsOne', 'stop') === 'register';

/** What is said of an application that the sender has in the country beside the one with an ID; nothing where it has none. */
async function otherApplication(
	item: Item,
	{ sender, country_code: country, id }: IDataObject,
): Promise<{ other?: string; fault?: ServiceFault }> {
	if (item.service.answersAtRandom) return {};
	// Some services ignore these filters: all that comes is read.
	const query = { 'filter[sender]': sender, 'filter[country_code]': country, ...NEWEST_FIRST };
	const { records, fault } = await listApplications(item.service, query, Infinity);
	const found = records
		.map((record) => normaliseApplication(record, item.zone))
		.find(
			(one) =>
				bareSender(one.sender) === bareSender(sender) &&
				String(one.country_code).toUpperCase() === String(country).toUpperCase() &&
				one.id !== id &&
				one.status !== 'rejected',
		);
	if (!found) return fault ? { fault } : {};
	const is = `${String(found.id)} (${String(found.status)})`;
	return { other: `The sender ${String(sender)} has an application for ${String(country)}: ${is}` };
}

/** Ends an item whose sender has an application that is open or completed, or may have one. */
async function stopIfThereIsOne(item: Item, { body = {} }: RequestParts): Promise<void> {
	if (registersAgain(item)) return;
	const { other, fault } = await otherApplication(item, body);
	const cure = 'To apply all the same, set If There Is One to Register Again under Options.';
	if (other !== undefined) item.fail(rejected(other, `No second one was made. ${cure}`));
	if (fault)
		item.fail({
			...fault,
			message: `This try made no application, as the list of applications could not be read: ${fault.message}`,
			description: `${fault.description} ${cure}`,
		});
}

/** The row of the application that was made. Where its sender has another one, a hint and `reason` say so. */
async function registered(item: Item, reply: ServiceReply): Promise<INodeExecutionData[]> {
	const application = normaliseApplication(reply.body, item.zone);
	// Of its name the sample of 4.14 makes `legal_name`, and the table of fields `name`.
	const row = applicationRow({
		...application,
		legal_name: application.legal_name ?? application.name,
	});
	const { other } = registersAgain(item)
		? await otherApplication(item, application).catch(() => ({ other: undefined }))
		: {};
	if (other !== undefined) item.ctx.hint(other);
	if (wantsRaw(item)) return rawRecords(reply).map((json) => ({ json }));
	const json = filled({ ...row, reason: row.reason ?? other });
	return [{ json }];
}

export const SENDER: INodeProperties = {
	displayName: 'Sender',
	name: 'senderName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Shop',
	description:
		'The name that recipients will see, up to 11 Latin letters or digits, or up to 15 if it has digits only',
	routing: toBody('sender', (value) => checkSender(value, 'registration'), {
		required: true,
	}),
};

export const COUNTRY: INodeProperties = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. UA or Ukraine',
	description:
		'The country that the sender is for: its code of two letters (ISO 3166-1) or its name',
	routing: toBody('country_code', (value) => checkCountry(value, 'Country Code'), {
		required: true,
	}),
};

export const DESCRIPTION: INodeProperties = {
	displayName: 'Description',
	name: 'serviceDescription',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	placeholder: 'e.g. Online shop for books',
	description: 'What the company offers under this name, 1 to 1,000 characters',
	routing: toBody('description', ofLength('description', 'Description'), { required: true }),
};

export const PURPOSE: INodeProperties = {
	displayName: 'Informing Purpose',
	name: 'informingPurpose',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	placeholder: 'e.g. Order updates',
	description: 'What recipients are informed about, 1 to 1,000 characters',
	routing: toBody('informing_purpose', ofLength('informing_purpose', 'Informing Purpose'), {
		required: true,
	}),
};

export const COMMENT: INodeProperties = {
	displayName: 'Comment',
	name: 'comment',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. We need the name by the end of the month.',
	description: 'A remark for those who decide on the application, up to 1,000 characters',
	routing: toBody('comment', ofLength('comment', 'Comment')),
};

export const IF_THERE_IS_ONE: INodeProperties = {
	displayName: 'If There Is One',
	name: 'ifThereIsOne',
	type: 'options',
	options: [
		{
			name: 'Register Again',
			value: 'register',
			description: 'A second application is made, and its reason names the first one',
		},
		{
			name: 'Stop With an Error',
			value: 'stop',
			description: 'No application is made, and the error names the one that exists',
		},
	],
	default: 'stop',
	description: 'What to do if the sender has an application for the country that was not rejected',
};

export const SITE_URL: INodeProperties = {
	displayName: 'Site URL',
	name: 'siteUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://shop.example.com',
	description: 'The website of the company, up to 150 characters',
	routing: toBody('site_url', ofLength('site_url', 'Site URL')),
};

/** What an application does beside its form. */
export const APPLYING: Pick<
	ChangeOne,
	'concerns' | 'before' | 'isShown' | 'kind' | 'look' | 'finish' | 'what' | 'cure'
> = {
	concerns: ({ body = {} }) => [`${bareSender(body.sender)} ${String(body.country_code)}`],
	before: stopIfThereIsOne,
	isShown: (item, _request, body) => normaliseApplication(body, item.zone).id !== null,
	kind: 'once',
	look: findSameApplication,
	finish: registered,
	what: () => 'the application for the sender was made',
	cure: LOOK_FIRST,
};
