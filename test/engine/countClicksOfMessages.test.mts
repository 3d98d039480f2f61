import type { INodeParameters } from 'n8n-workflow';
import { linkUuid } from '../../sandbox/shortLinks.mts';
import { clicks, clicksStageOfTests, LONGEST, PEOPLE, SALE } from './countClicksSupport.mts';
import { jsonOf } from './stage.mts';
import type { Act } from './stage.mts';

/* Count Clicks in the SMS of Message: Send (extensions notes, sections 1 and 7). */

const { stage, bodies, hints } = clicksStageOfTests();

describe('Message: Send', () => {
	const MESSAGE = 'POST /api/messages/send';
	const message = async (more: INodeParameters = {}, act: Act = {}) =>
		await stage.act(
			'message.send',
			{
				sendBy: 'viber,sms',
				phone: '={{ $json.phone }}',
				viberSender: 'Shop in Viber',
				viberText: `In Viber: ${SALE}`,
				smsSender: 'Shop',
				smsText: `By SMS: ${SALE}`,
				options: clicks(),
				...more,
			},
			{ items: PEOPLE, ...act },
		);

	it('has short links in its SMS, and nowhere else', async () => {
		const run = await message();
		expect(run.error).toBeUndefined();
		expect(bodies(MESSAGE)[0]).toMatchObject({
			viber: { text: `In Viber: ${SALE}` },
			sms: {
				sender: 'Shop',
				text: 'By SMS: CountedLink01',
				short_links: [{ link: SALE, placeholder: 'CountedLink01', domain_ids: [linkUuid('d', 1)] }],
			},
		});
		const links = [...stage.sandbox.store.links.values()].filter(({ messageId }) => messageId);
		expect(links.map(({ address }) => address)).toEqual([SALE, SALE]);
		expect(jsonOf(run)[0]?.text).toBe(`In Viber: ${SALE}`);
	});

	it.each([
		['sms', `By SMS: ${LONGEST}`],
		['sms,viber', `By SMS: ${LONGEST}`],
		['viber,sms', `In Viber: ${SALE}`],
	])('shows in a dry run by %s what comes first', async (sendBy, text) => {
		const run = await message({ sendBy, dryRun: true });
		expect(jsonOf(run)[0]).toMatchObject({
			reason: 'Would be sent, with a short link of up to 44 characters',
			text,
			sms_segments: 1,
		});
		expect(bodies(MESSAGE)).toEqual([]);
	});

	it('counts the links among the five segments of its SMS', async () => {
		const run = await message({ smsText: `${'x'.repeat(740)} http://a.example` });
		expect(run.error?.message).toMatch(/^SMS Text .*segments/);
		expect(bodies(MESSAGE)).toEqual([]);
	});

	it('names the field of an address that is too long', async () => {
		const run = await message({ smsText: `http://a.example/${'x'.repeat(2048)}` });
		expect(run.error?.message).toBe(
			'An address in SMS Text has 2065 characters instead of 1 to 2048 [item 1]',
		);
		expect(bodies(MESSAGE)).toEqual([]);
	});

	it('says so if it has no SMS', async () => {
		const run = await message({ sendBy: 'viber' });
		expect(run.error).toBeUndefined();
		expect(hints(run)).toContain(
			'Count Clicks has nothing to count: the text holds no address that begins with http:// or https://.',
		);
	});
});
