import '../support/clock/machineClock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { form, FOUR, hintsOf, personalized, stageOfErrors } from './everydayFailing.mts';
import type { RunResult } from './harness.mts';
import { jsonOf } from './sendsSupport.mts';

/* What a send says of Start At: when it is wrong for one, and beside Quiet Hours. */

const stage = stageOfErrors();

describe('a Start At that is wrong for one', () => {
	const soon = new Date(Date.now() + 86_400_000).toISOString();
	const people = FOUR.map((one, index) => ({ ...one, at: index === 1 ? 'soon' : soon }));
	const startAt = '={{ $json.at }}';
	const WRONG = 'Start At "soon" is not a date and time that the calendar has';

	it.each<[string, INodeParameters]>([
		['all items', {}],
		['each item by itself', { recipientSource: 'item', phone: '={{ $json.phone }}' }],
	])('is the fault of its row (%s)', async (_, parameters) => {
		const options = { startAt };
		const stopped = await stage.send(personalized(people, { ...parameters, options }));
		expect(stopped.error?.message).toBe(
			`Nothing was sent: 1 of 4 recipients cannot be used: [item 2] ${WRONG}`,
		);
		const left = await stage.send(
			personalized(people, { ...parameters, options: { ...options, invalidRecipients: 'skip' } }),
		);
		expect(left.error).toBeUndefined();
		expect(jsonOf(left).map(({ status, reason }) => [status, reason])).toEqual(
			FOUR.map((__, index) =>
				index === 1 ? ['refused', WRONG] : ['accepted', 'Accepted by the service'],
			),
		);
		expect(stage.stored().size).toBe(3);
	});

	it('an empty one, too; what all have alike is wrong with the form', async () => {
		const options = { startAt, invalidRecipients: 'skip' };
		const some = people.map((one, index) => ({ ...one, at: index === 0 ? '' : soon }));
		const left = await stage.send(personalized(some, { options }));
		expect(jsonOf(left).map(({ reason }) => reason)).toEqual([
			'Start At is empty',
			...Array<string>(3).fill('Accepted by the service'),
		]);
		const none = await stage.send(personalized(FOUR, { options }));
		expect(none.error?.message).toBe('Start At is empty [item 1]');
	});
});

describe('Start At with Quiet Hours', () => {
	const day = (days: number, time: string): string =>
		`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} ${time}`;
	const hours = { from: '21:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7] };
	const later = (run: RunResult): string[] =>
		hintsOf(run).filter((hint) => hint.includes('because of Quiet Hours'));

	it('is the cause of a later start by itself, and a time in the night is not', async () => {
		const options = { startAt: `={{ $json.at }}`, quietHours: { hours } };
		const at = (time: string): IDataObject[] => FOUR.map((one) => ({ ...one, at: day(3, time) }));
		const noon = await stage.send(
			personalized(at('12:00:00[Europe/Kyiv]'), { options, dryRun: true }),
		);
		expect(noon.error).toBeUndefined();
		expect(later(noon)).toEqual([]);
		expect(hintsOf(noon)).toContainEqual(expect.stringMatching(/^Sending starts at /));
		const night = await stage.send(
			personalized(at('23:00:00[Europe/Kyiv]'), { options, dryRun: true }),
		);
		expect(later(night)).toEqual([
			expect.stringMatching(/^4 recipients get the message later because of Quiet Hours/),
		]);
	});

	it('stands beside the status', async () => {
		const options = { startAt: '={{ $json.at }}' };
		const people = FOUR.map((one, index) => ({ ...one, at: day(3 + index, '12:00') }));
		for (const more of [{}, { simplify: true }]) {
			const run = await stage.send(personalized(people, { options, dryRun: true, ...more }));
			for (const row of jsonOf(run)) {
				expect(Object.keys(row).slice(0, 3)).toEqual(['status', 'reason', 'start_at']);
			}
		}
		const lists = { groups: '={{ [1] }}', dryRun: true, options };
		const run = await stage.send(form('campaign.sendSmsToContactLists', lists, people));
		expect(Object.keys(jsonOf(run)[0] ?? {}).slice(0, 3)).toEqual(['status', 'reason', 'start_at']);
		expect(jsonOf(run).map(({ start_at }) => String(start_at).slice(0, 10))).toEqual(
			people.map(({ at }) => at.slice(0, 10)),
		);
	});
});

it('a dry run to contact lists shows each item, and says in a hint where the send would stop', async () => {
	const people = [
		{ start: new Date(Date.now() + 3 * 86_400_000).toISOString() },
		{ start: 'soon' },
	];
	const parameters = { groups: '={{ [1] }}', options: { startAt: '={{ $json.start }}' } };
	const send = 'campaign.sendSmsToContactLists';
	const dry = await stage.send(form(send, { ...parameters, dryRun: true }, people));
	expect(dry.error?.message).toBeUndefined();
	expect(jsonOf(dry).map(({ status }) => status)).toEqual(['dry run', 'refused']);
	expect(hintsOf(dry)).toContainEqual(expect.stringMatching(/^The send would stop: .*"soon"/));
	const real = await stage.send(form(send, parameters, people));
	expect(real.error?.message).toMatch(/"soon"/);
});
