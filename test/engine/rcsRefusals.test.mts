import { sms, campaign, lists, single, withParameters } from './rcsSupport.mts';
import { people, sendStageOfTests } from './sendsSupport.mts';

// What no send of RCS lets through: it is refused before anything is sent.

const stage = sendStageOfTests();

const messages = () => [...stage.sandbox.store.messages.values()];

describe('what is refused before anything is sent', () => {
	const card = (fields: object): object => ({ content: 'card', contentCard: { card: fields } });
	const REFUSED: Array<[what: string, parameters: object, message: string]> = [
		[
			'a picture by file://',
			card({ text: 'Sale', media: 'file:///tmp/sale.jpg' }),
			'Card: Picture or Video "file:///tmp/sale.jpg" is not an address of the web',
		],
		[
			'a carousel of one card',
			{ content: 'carousel', contentCards: { card: [{ text: 'One' }] } },
			'Cards holds 1 card instead of 2 to 10',
		],
		[
			'a button without text',
			card({
				text: 'Sale',
				buttons: { button: [{ type: 'link', text: '', url: 'https://x.example' }] },
			}),
			'Card, Button 1: Label is empty',
		],
		[
			'161 units with an emoji at the edge',
			{ contentText: `${'x'.repeat(159)}😀` },
			'Text has 161 characters instead of 1 to 160',
		],
		['an empty agent', { sender: '={{ "" }}' }, 'Agent is empty'],
		['an SMS without a text', { ...sms, smsText: '={{ "" }}' }, 'SMS Text is empty'],
		[
			'a validity of 73 hours',
			{ options: { delivery: { how: { validity: 73, unit: 'hours' } } } },
			'Validity 73 lies outside 1 to 72 hours',
		],
		[
			'a validity of 29 seconds',
			{ options: { delivery: { how: { validity: 29, unit: 'seconds' } } } },
			'Validity 29 lies outside 30 to 86400 seconds',
		],
		[
			'a switch that is none',
			{ options: { delivery: { how: { checkStopList: '={{ "no" }}' } } } },
			'Check Stop List is neither true nor false',
		],
	];

	it.each(REFUSED)('%s', async (_, parameters, message) => {
		for (const send of [campaign, single, lists]) {
			if (send === lists && message.startsWith('Validity 29')) continue;
			const run = await stage.send({ ...withParameters(send, parameters), items: people(1) });
			expect(run.error?.message).toBe(`${message} [item 1]`);
			expect(run.error?.description).toMatch(/\w/);
			expect(stage.sandbox.requests).toEqual([]);
		}
	});

	it('one content for all that names a field of each, or differs', async () => {
		const named = await stage.send({
			...withParameters(campaign, { contentText: 'Hi {name}' }),
			items: people(2),
		});
		expect(named.error?.message).toContain('Content names the field "name"');
		const differs = await stage.send({
			...withParameters(campaign, { contentText: '=Hi {{ $json.name }}' }),
			items: people(2),
		});
		expect(differs.error?.message).toContain('Content differs between item 1 and item 2');
		expect(messages()).toEqual([]);
	});

	it.each([
		[{ contentText: 'Hi {First Name}' }, '{First Name}'],
		[{ ...sms, smsText: 'Hi {388077}' }, '{388077}'],
		[{ contentText: "={{ 'Hi {' + $json.name + '}' }}" }, '{Person 0}'],
	])('braces in what goes to lists: %j', async (parameters, wrong) => {
		const run = await stage.send({ ...withParameters(lists, parameters), items: people(1) });
		expect(run.error?.message).toBe(`Content holds ${wrong}, which names no field [item 1]`);
		expect(run.error?.description).toContain('The service fills no fields of contacts in RCS');
		expect(stage.bodies()).toEqual([]);
	});
});
