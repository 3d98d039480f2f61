import { NodeHelpers } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { asked, jsonOf, makeReport, stageOfTests } from './stage.mts';

/* What people look for in the forms of the editor, and what stands there when they have not touched it. */

const stage = stageOfTests();

const [A = '', B = ''] = ['380991112201', '380991112202'];

/** The texts of the requests that went out. */
const textsSent = (): unknown[] =>
	stage.sandbox.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as IDataObject).text);

/** The fields that the form of an operation shows, by their names as the user reads them. */
function shown(
	resource: string,
	operation: string,
	more: INodeParameters = {},
	type = 'messagingService',
): Map<string, INodeProperties> {
	const { description } = stage.engine.nodeType(type);
	const { properties } = description;
	const node = { typeVersion: 1, parameters: { resource, operation, ...more } } as unknown as INode;
	const values =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ??
		{};
	const fields = properties.filter(
		(field) =>
			field.displayOptions?.show?.operation !== undefined &&
			NodeHelpers.displayParameter(values, field, node, description),
	);
	return new Map(fields.map((field) => [field.displayName, field]));
}

/** The options that a form offers, with what stands in each when it is added. */
const optionsOf = (form: Map<string, INodeProperties>): Map<string, unknown> =>
	new Map(
		((form.get('Options')?.options ?? []) as INodeProperties[]).map((option) => [
			option.displayName,
			option.default,
		]),
	);

const SENDS: ReadonlyArray<readonly [resource: string, operation: string]> = [
	['sms', 'send'],
	['sms', 'sendAndWait'],
	['sms', 'sendBulk'],
	['sms', 'sendIndividual'],
	['campaign', 'sendSms'],
	['campaign', 'sendPersonalizedSms'],
	['campaign', 'sendSmsToContactLists'],
];
const MANY = SENDS.filter(([, operation]) => /Bulk|Individual|Sms$/.test(operation));

describe('sends that look alike', () => {
	const offered = (resource: string, operation: string): INodePropertyOptions => {
		const [choices] = stage.engine
			.nodeType()
			.description.properties.filter(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(resource),
			);
		const found = ((choices?.options ?? []) as INodePropertyOptions[]).find(
			({ value }) => value === operation,
		);
		if (!found) throw new Error(`${resource} has no ${operation}`);
		return found;
	};

	it.each(SENDS)('%s %s begins with what it is for', (resource, operation) => {
		expect(offered(resource, operation).description).toMatch(/^For \S+ /);
	});

	it.each(['sendBulk', 'sendIndividual'])('%s says that it is legacy, and what to take', (name) => {
		const { action, description } = offered('sms', name);
		// n8n's panel shows the beginning alone.
		expect(action).toMatch(/^Send legacy /);
		expect(description?.slice(0, 50)).toContain('legacy');
		expect(description).toContain(' Otherwise take Campaign: Send ');
	});
});

describe('what stands in a form at first', () => {
	it.each(MANY)('%s %s: Invalid Recipients leaves out when it is added', (resource, operation) => {
		expect(optionsOf(shown(resource, operation)).get('Invalid Recipients')).toBe('skip');
	});

	it('without Invalid Recipients one wrong number stops all', async () => {
		const send = { recipientSource: 'list', recipients: `${A}, 12`, sender: 'Shop', text: 'Hi' };
		const run = await stage.act('campaign.sendSms', { ...send, options: {} });
		expect(run.error?.message).toMatch(/Phone Number/);
		expect(asked(stage)).toEqual([]);
	});

	it.each(SENDS)('%s %s: what to do with an unknown outcome comes late', (resource, operation) => {
		const names = [...optionsOf(shown(resource, operation)).keys()];
		expect(names.slice(0, -3)).not.toContain('Unknown Outcome');
		expect(names).toContain('Unknown Outcome');
	});

	it('items of a report need no file format', async () => {
		const form = shown('report', 'download');
		expect([...form.keys()].slice(0, 3)).toEqual(['File Key', 'Return As', 'Simplify']);
		expect([...shown('report', 'download', { returnAs: 'file' }).keys()]).toContain('File Format');
		expect(optionsOf(form).get('File Format')).toBe('json');
	});
});

describe('a report of some statuses', () => {
	const get = async (parameters: INodeParameters, statuses?: unknown) => {
		const { options, ...fields } = parameters;
		const own = { ...(options as object), ...(statuses !== undefined && { statuses }) };
		return await stage.act('report.download', { ...fields, options: own as INodeParameters });
	};

	it.each([true, false])('holds what has one of them alone (Simplify: %s)', async (simplify) => {
		const fileKey = makeReport(stage, 60);
		const all = jsonOf(await get({ fileKey, simplify }));
		const wanted = ['expired', 'delivered'];
		const right = all.filter(({ status, Status = status }) =>
			wanted.includes(String(Status).toLowerCase()),
		);
		expect(right.length).toBeGreaterThan(1);
		expect(right.length).toBeLessThan(all.length);
		expect(jsonOf(await get({ fileKey, simplify }, wanted))).toEqual(right);
		// As an expression may give them.
		const written = await get({ fileKey, simplify }, '={{ "Expired, DELIVERED" }}');
		expect(jsonOf(written)).toEqual(right);
	});

	it('tells a Viber message from the SMS in its place', async () => {
		const fileKey = makeReport(stage, 30, ['sms', 'viber']);
		const all = jsonOf(await get({ fileKey }));
		expect(all.some(({ in_place_of }) => in_place_of !== null)).toBe(true);
		const right = all.filter(({ status }) => status === 'not-viber-user');
		expect(jsonOf(await get({ fileKey }, ['not_viber_user']))).toEqual(right);
	});

	it('counts to Maximum Records what it keeps', async () => {
		const fileKey = makeReport(stage, 60);
		const all = jsonOf(await get({ fileKey }, ['delivered']));
		for (const maxRecords of [2, all.length]) {
			const run = await get({ fileKey, options: { maxRecords } }, ['delivered']);
			expect(jsonOf(run)).toEqual(all.slice(0, maxRecords));
			expect(run.hints).toHaveLength(maxRecords < all.length ? 1 : 0);
		}
	});

	it('says so if no message has one of them: that is no empty report', async () => {
		const run = await get({ fileKey: makeReport(stage, 5) }, ['deleted']);
		expect([run.error, run.items]).toEqual([undefined, []]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^None of the 5 messages of report \d+ has a status of Only With Status/,
			),
		]);
	});

	it('is offered where records come out as items', () => {
		expect([...optionsOf(shown('report', 'download')).keys()]).toContain('Only With Status');
		expect([...optionsOf(shown('report', 'request')).keys()]).toContain('Only With Status');
	});
});

describe('a send to contact lists', () => {
	const FORM = { sender: 'Shop', groups: '={{ [201, 202] }}', text: 'We are open' };
	const send = async (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
		await stage.act('campaign.sendSmsToContactLists', { ...FORM, ...parameters }, { items });
	it.each<[string, number | null, string]>([
		['={{ [201] }}', 5, 'Would be sent to 5 contacts'],
		['={{ [203] }}', 0, 'Would be sent to 0 contacts'],
		// Somebody may be in both.
		['={{ [201, 202] }}', 15, 'Would be sent to up to 15 contacts'],
		['={{ [201, 999] }}', null, 'Would be sent, but the Contact Book shows no list 999'],
	])('Dry Run counts the contacts of %s', async (groups, contacts, reason) => {
		const run = await send({ groups, dryRun: true });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ status: 'dry run', contacts, reason })]);
		// The first one asks for the price, the last one looks for the sender.
		expect(asked(stage)).toEqual([
			'POST /api/campaigns/price',
			'GET /api/groups',
			'GET /api/senders',
		]);
	});

	it('Dry Run does without a number that the service does not tell', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const run = await send({ dryRun: true, options: { retryFor: 0 } });
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ contacts: null, reason: 'Would be sent' }),
		]);
	});

	it.each([
		['Hi {First Name} of {388078}', 'Hi {388077} of {388078}'],
		['Hi {{ First Name }}', 'Hi {388077}'],
		['=Hi {City}, {{ $json.what }} {First Name}', 'Hi {388078}, sale {388077}'],
		['={{ $json.text }}', 'Dear {388077}'],
	])('%j names fields of contacts', async (text, right) => {
		const run = await send({ text }, [{ what: 'sale', text: 'Dear {First Name}' }]);
		expect(run.error?.message).toBeUndefined();
		expect(textsSent()).toEqual([right]);
	});

	it('asks for no fields if the text names them by their IDs', async () => {
		await send({ text: 'Hi {388077}' });
		expect(asked(stage)).toEqual(['POST /api/campaigns/sms/send-groups']);
	});

	const FIELDS = 'The Contact Book has the fields First Name {388077}, City {388078}.';
	it.each([
		['Hi {first name}', '{first name}', 'The field is called {First Name}.'],
		['Hi {Name}', '{Name}', FIELDS],
		['Hi {First Name|there}', '{First Name|there}', FIELDS],
		['={{ $json.text }}', '{Name}', FIELDS],
	])('%j is refused, and the fields are named', async (text, braces, cure) => {
		const run = await send({ text }, [{ text: 'Hi {Name}' }]);
		expect(run.error?.message).toBe(`Text holds ${braces}, which names no field [item 1]`);
		expect(run.error?.description).toContain(cure);
		expect(textsSent()).toEqual([]);
	});

	it('a name is refused if the service does not list its fields', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const run = await send({ text: 'Hi {First Name}' });
		expect(run.error?.message).toBe('Text holds {First Name}, which names no field [item 1]');
		expect(run.error?.description).toMatch(
			/^The service does not list the fields of contacts.*\{388077\}/,
		);
		expect(textsSent()).toEqual([]);
	});

	it('two fields of one name are told by their IDs', async () => {
		stage.sandbox.store.fields.set(388079, {
			id: 388079,
			name: 'City',
			type: 'text',
			description: '',
			visible: true,
		});
		const run = await send({ text: 'Hi {City}' });
		expect(run.error?.description).toContain('City {388078}, City {388079}');
		expect(textsSent()).toEqual([]);
	});
});

describe('as a tool of an agent', () => {
	const TEXT = { sender: 'Shop', text: 'Open until eight' };
	const call = async (operation: string, parameters: INodeParameters, args: IDataObject) => {
		const [resource = '', name = ''] = operation.split('.');
		const credential = stage.engine.store(stage.credential);
		const all = { resource, operation: name, ...TEXT, ...parameters };
		return await stage.engine.asTool({ credential, parameters: all }, args);
	};
	const sentTo = (): string[] =>
		[...stage.sandbox.store.messages.values()]
			.filter(({ text }) => text === TEXT.text)
			.map(({ msisdn }) => msisdn)
			.sort();
	const NUMBERS = "={{ $fromAI('numbers', 'The phone numbers', 'string') }}";

	it.each(MANY)('%s %s has a place for the numbers', async (resource, operation) => {
		expect([...shown(resource, operation, {}, 'messagingServiceTool').keys()]).toContain(
			'Recipients',
		);
		await call(`${resource}.${operation}`, { recipients: NUMBERS }, { numbers: `${A}, ${B}` });
		expect(sentTo()).toEqual([A, B]);
	});

	it('sends to one number if the form says so', async () => {
		const phone = "={{ $fromAI('phone', 'The phone number', 'string') }}";
		await call('campaign.sendSms', { recipientSource: 'item', phone }, { phone: A });
		expect(sentTo()).toEqual([A]);
	});

	// Models know placeholders from elsewhere, and write them.
	it.each([
		'Hi {name}',
		'Hi {first-name}',
		'Hi {{ first.name }}, open until eight',
		'Hi {name|there}',
	])('refuses what nothing fills: %s', async (text) => {
		const written = { phone: A, text: "={{ $fromAI('text', '', 'string') }}" };
		await expect(call('sms.send', written, { text })).rejects.toThrow(
			/Text holds \{.*, which nothing fills in a call of a tool/,
		);
		const sent = [...stage.sandbox.store.messages.values()];
		expect(sent.map((message) => message.text)).not.toContain(text);
	});

	it('takes fields of contacts, which the service fills', async () => {
		const written = { groups: [202], text: "={{ $fromAI('text', '', 'string') }}" };
		await call('campaign.sendSmsToContactLists', written, { text: 'Hi {First Name}' });
		expect(textsSent()).toContain('Hi {388077}');
	});

	it('offers no items and no file, which an agent does not have', () => {
		const form = shown('campaign', 'sendSms', {}, 'messagingServiceTool');
		const { options = [] } = form.get('Recipients From') ?? {};
		expect(options.map((option) => ('value' in option ? option.value : ''))).toEqual([
			'list',
			'item',
		]);
	});
});
