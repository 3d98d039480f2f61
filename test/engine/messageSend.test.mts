import {
	acceptedRow,
	jsonOf,
	once,
	people,
	phoneOf,
	sendStageOfTests,
	withOptions,
} from './sendsSupport.mts';
import type { Send } from './sendsSupport.mts';
import { withParameters } from './rcsSupport.mts';

// What a message of one or two channels puts out, what is refused of it, and what the service holds after it.

const stage = sendStageOfTests();

const sms = { smsSender: 'Shop', smsText: 'Sale by SMS' };
const rcs = { agent: 'Sandbox Agent', content: 'text', contentText: 'Hi {name}' };
const viber = { viberSender: 'Shop in Viber', viberText: 'Hi {name}' };
const message: Send = {
	resource: 'message',
	operation: 'send',
	parameters: { sendBy: 'viber,sms', phone: '={{ $json.phone }}', ...viber, ...sms },
};

const messages = () => [...stage.sandbox.store.messages.values()];
const common = {
	phone: { number: phoneOf(0), reference_id: expect.any(String) },
	add_to_contact_book: false,
	check_stop_list: true,
};

describe('Message: Send', () => {
	it('sends a content of its own for each item', async () => {
		const run = await stage.send({ ...message, items: people(2) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(
			people(2).map((one) => acceptedRow(one, 'Shop in Viber', 'sms_segments')),
		);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'2 recipients accepted (up to 2 segments of SMS, 0.06 EUR).',
		]);
		expect(stage.stored()).toEqual(once(2));
	});

	const BODIES: Array<[what: string, parameters: object, body: object, sender: string]> = [
		[
			'Viber with a picture and a button, then SMS',
			{
				viberExtras: {
					shown: {
						picture: 'https://shop.example.com/{order}.jpg',
						label: 'To the shop',
						link: 'https://shop.example.com/{order}',
					},
				},
			},
			{
				channels: ['viber', 'sms'],
				viber: {
					sender: 'Shop in Viber',
					text: 'Hi Person 0',
					image_url: 'https://shop.example.com/order0.jpg',
					button_caption: 'To the shop',
					link_url: 'https://shop.example.com/order0',
				},
				sms: { sender: 'Shop', text: 'Sale by SMS' },
			},
			'Shop in Viber',
		],
		[
			'SMS alone, whatever was typed for other channels',
			{ sendBy: 'sms', ...rcs, viberText: '{nobody' },
			{ channels: ['sms'], sms: { sender: 'Shop', text: 'Sale by SMS' } },
			'Shop',
		],
		[
			'RCS as JSON, then Viber',
			{
				sendBy: 'rcs,viber',
				...rcs,
				content: 'json',
				contentJson: '{ "cards": [{ "text": "{name}" }, { "text": "Two" }] }',
			},
			{
				channels: ['rcs', 'viber'],
				rcs: { sender: 'Sandbox Agent', cards: [{ text: 'Person 0' }, { text: 'Two' }] },
				viber: { sender: 'Shop in Viber', text: 'Hi Person 0' },
			},
			'Sandbox Agent',
		],
	];
	it.each(BODIES)('by %s', async (_, parameters, body, sender) => {
		const run = await stage.send({ ...withParameters(message, parameters), items: people(1) });
		expect(run.error).toBeUndefined();
		expect(stage.bodies()).toEqual([{ ...body, ...common }]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ status: 'accepted', sender })]);
	});

	it('counts the segments of the SMS among its channels', async () => {
		const segments = async (sendBy: string): Promise<unknown> => {
			const given = { sendBy, ...rcs, smsText: 'x'.repeat(161), dryRun: true };
			const run = await stage.send({ ...withParameters(message, given), items: people(1) });
			return jsonOf(run)[0]?.sms_segments;
		};
		expect([await segments('sms,rcs'), await segments('viber,sms'), await segments('rcs')]).toEqual(
			[2, 2, 0],
		);
		expect(messages()).toEqual([]);
	});

	it('sends what stands under Options', async () => {
		const how = { checkStopList: false, tariff: 3, validity: 90, unit: 'seconds' };
		const options = { addToContactBook: true, delivery: { how } };
		const run = await stage.send({ ...withOptions(message, options), items: people(1) });
		expect(run.error).toBeUndefined();
		expect(stage.bodies()).toEqual([
			expect.objectContaining({
				validity_seconds: 90,
				tariff_code: 3,
				add_to_contact_book: true,
				check_stop_list: false,
			}),
		]);
	});

	it('counts one message as the same under From Content and Day, and another by another channel', async () => {
		const daily = withOptions(message, { referenceMode: 'content' });
		const reference = async (parameters: object): Promise<unknown> => {
			const run = await stage.send({ ...withParameters(daily, parameters), items: people(1) });
			stage.sandbox.reset();
			return jsonOf(run)[0]?.reference;
		};
		const first = await reference({});
		expect(await reference({})).toBe(first);
		expect(await reference({ smsText: 'Other' })).not.toBe(first);
		expect(await reference({ sendBy: 'viber' })).not.toBe(first);
	});

	it('goes out by the other channel if the first does not reach the phone', async () => {
		const phone = '380997000002';
		await stage.send({ ...message, items: [{ phone, name: 'A' }] });
		stage.sandbox.clock.advance(60_000);
		expect(messages()).toEqual([
			expect.objectContaining({ channel: 'viber', status: 'not-viber-user', msisdn: phone }),
			expect.objectContaining({ channel: 'sms', status: 'delivered', text: 'Sale by SMS' }),
		]);
	});
});

describe('what is refused before anything is sent', () => {
	const extras = (shown: object): object => ({ viberExtras: { shown } });
	const REFUSED: Array<[parameters: object, message: string]> = [
		[{ sendBy: 'sms,sms' }, 'Send By is "sms,sms", which is not one of its choices'],
		[{ viberText: 'Hi {nobody}' }, 'Viber Text names the field "nobody"'],
		[{ smsSender: '={{ "" }}' }, 'SMS Sender is empty'],
		[{ viberSender: '={{ "" }}' }, 'Viber Sender is empty'],
		[{ viberText: '={{ "" }}' }, 'Viber Text is empty'],
		[{ sendBy: 'rcs', ...rcs, agent: '={{ "" }}' }, 'Agent is empty'],
		[{ sendBy: 'rcs', ...rcs, contentText: 'x'.repeat(161) }, 'Text has 161 characters'],
		[extras({ label: 'To the shop' }), 'Button Link is empty'],
		[extras({ picture: 'https://x.example/a.webp' }), 'Picture is an address that does not end'],
		[extras({ picture: '={{ $json.nothing }}' }), 'Picture is empty'],
	];
	it.each(REFUSED)('%j', async (parameters, said) => {
		const run = await stage.send({ ...withParameters(message, parameters), items: people(1) });
		expect(run.error?.message).toContain(said);
		expect(run.error?.message).toContain('[item 1]');
		expect(run.error?.description).toMatch(/\w/);
		expect(stage.sandbox.requests).toEqual([]);
	});

	it('by the service, in the words of the fault', async () => {
		const stopped = { method: 'POST', path: '/api/messages/send', kind: 'status', status: 422 };
		stage.sandbox.faults.add({ ...stopped, kind: 'status' });
		const run = await stage.send({ ...message, items: people(1) });
		expect(run.error?.message).toContain('422');
		expect(messages()).toEqual([]);
	});
});

describe('a lost answer', () => {
	const lose = (): unknown =>
		stage.sandbox.faults.add({
			kind: 'dropAfter',
			path: '/api/messages/send',
			method: 'POST',
			times: 1,
		});

	it.each(['viber,sms', 'sms'])('of %s is found in the list of messages', async (sendBy) => {
		lose();
		const run = await stage.send({ ...withParameters(message, { sendBy }), items: people(2) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
		expect(stage.bodies()).toHaveLength(2);
		expect(stage.stored()).toEqual(once(2));
	});

	it.each(['viber,sms', 'sms'])('of %s stays unknown if nothing lists messages', async (sendBy) => {
		lose();
		stage.sandbox.faults.add({ kind: 'status', status: 404, path: '/api/messages', method: 'GET' });
		const run = await stage.send({
			...withOptions(message, { retryFor: 5 }, { sendBy }),
			items: people(1),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(run.error?.message).toContain('It is not known whether the service accepted the send');
		expect(run.error?.description).toContain('with Message: Get');
		expect(stage.bodies()).toHaveLength(1);
		expect(stage.stored()).toEqual(once(1));
	});
});
