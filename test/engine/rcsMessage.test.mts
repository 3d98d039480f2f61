import { agent, sms, single, withParameters } from './rcsSupport.mts';
import {
	acceptedRow,
	jsonOf,
	once,
	people,
	phoneOf,
	sendStageOfTests,
	withOptions,
} from './sendsSupport.mts';

// What single messages of RCS put out, and what the service holds after them.

const stage = sendStageOfTests();

/** Requests of items leave side by side. */
const byText = (one: object, other: object): number =>
	JSON.stringify(Object(one).options).localeCompare(JSON.stringify(Object(other).options));

describe('RCS Message: Send', () => {
	it('sends a content of its own for each item', async () => {
		const run = await stage.send({ ...withParameters(single, sms), items: people(2) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(
			people(2).map((one) => acceptedRow(one, agent, 'fallback_segments')),
		);
		expect(stage.bodies().sort(byText)[0]).toEqual({
			sender: agent,
			phone: { number: phoneOf(0), reference_id: expect.any(String) },
			options: { text: 'Hi Person 0' },
			alternative_channel: { sms: { sender: 'Shop', text: 'Sale by SMS' } },
			add_to_contact_book: false,
			check_stop_list: true,
		});
		expect(stage.stored()).toEqual(once(2));
	});

	it('counts another content under one reference of the user as another message', async () => {
		const own = withOptions(
			single,
			{ referenceMode: 'custom', reference: 'order1' },
			{
				phone: phoneOf(1),
				content: 'json',
				contentJson: '={{ { cards: [{ text: "Hi", title: $json.name }] } }}',
			},
		);
		const same = await stage.send({ ...own, items: [{ name: 'A' }, { name: 'A' }] });
		expect(jsonOf(same).map(({ status }) => status)).toEqual(['accepted', 'duplicate']);
		const other = await stage.send({ ...own, items: [{ name: 'A' }, { name: 'B' }] });
		expect(other.error?.message).toContain('The reference order1 is the same as in item 1');
	});
});
