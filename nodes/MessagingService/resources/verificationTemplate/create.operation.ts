import type { ServiceReply } from '../../../shared/errors';
import { normaliseTemplate } from '../../../shared/reply';
import { listTemplates, type RequestParts } from '../../../shared/service';
import { ENDPOINTS, LIMITS } from '../../../shared/spec';
import {
	accept,
	checkCountry,
	checkEach,
	checkLength,
	readText,
	refuseAs,
	type Checked,
} from '../../../shared/validation';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { toBody } from '../../dispatch/places';
import { changeOne } from '../builders';
import { TEMPLATES } from './templates';

/** What the service puts the code in place of. */
const VARIABLE = '{code2fa}';

/** A text with the place of the code in it, once. */
function checkTemplateText(value: unknown): Checked<string> {
	const text = readText(value);
	if (!text.ok) return text;
	const places = text.value.split(VARIABLE).length - 1;
	return places === 1
		? accept(text.value)
		: refuseAs(
				'Text',
				places === 0 ? `does not hold ${VARIABLE}` : `holds ${VARIABLE} ${places} times`,
				`Write ${VARIABLE} once, where the code is to stand.`,
			);
}

/** The template that has the name, which is taken once, and the text. @throws if the templates cannot be read */
async function sameTemplate(item: Item, { body }: RequestParts): Promise<ServiceReply | undefined> {
	const { records, fault } = await listTemplates(item.service, {}, Infinity);
	if (fault) throw new Error(fault.message);
	const made = records.find(({ name, text }) => name === body?.name && text === body?.text);
	return made && foundReply(made);
}

/** Create a template of codes, an extension (extensions notes, section 8). */
export const create = changeOne({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create verification template',
		description:
			'Add a text that codes are sent in, once the service has approved it. Not every service offers this.',
	},
	endpoint: ENDPOINTS.createTemplate,
	...TEMPLATES,
	fields: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Sign-up',
			description: 'The name of the template, 3 to 50 characters. No other template may have it.',
			routing: toBody('name', (value) => checkLength(value, LIMITS.templateName, 'Name'), {
				required: true,
			}),
		},
		{
			displayName: 'Text',
			name: 'templateText',
			type: 'string',
			typeOptions: { rows: 3 },
			required: true,
			default: '',
			placeholder: 'e.g. Your code is {code2fa}',
			description:
				'The text of the message. {code2fa} stands for the code, and has to be there once.',
			routing: toBody('text', checkTemplateText, { required: true }),
		},
	],
	options: [
		{
			displayName: 'Countries',
			name: 'countries',
			type: 'string',
			default: '',
			placeholder: 'e.g. UA, Poland',
			description:
				'The countries whose numbers get codes in this text, their codes (ISO 3166-1) or names with commas between them. Without it all do.',
			routing: toBody('countries', (value) =>
				checkEach(value, (one) => checkCountry(one, 'Countries')),
			),
		},
	],
	concerns: ({ body }) => [String(body?.name)],
	isShown: (item, _request, body) => normaliseTemplate(body, item.zone).id !== null,
	look: sameTemplate,
	// The service tells a name that is taken from what it does not take by words alone.
	explain: async (item, request, refusal) =>
		refusal.httpStatus === 422
			? ((await sameTemplate(item, request).catch(() => undefined)) ?? refusal)
			: refusal,
	what: () => 'the template was created',
	cure: 'Look at Verification Template: Get Many; a name is taken once, so that to create it again does no harm.',
});
