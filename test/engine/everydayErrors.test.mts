import { readFileSync } from 'node:fs';
import '../support/clock/machineClock.mts';
import type { IDataObject } from 'n8n-workflow';
import {
	A,
	B,
	form,
	FOUR,
	hintsOf,
	personalized,
	personalizedFrom,
	refusal,
	stageOfErrors,
} from './everydayFailing.mts';
import type { RunResult } from './harness.mts';
import { jsonOf } from './sendsSupport.mts';
import { WAYS } from './stage.mts';

/* What a send says when something is wrong: the error, the rows and the hints, as a person in the editor meets them. */

const stage = stageOfErrors();

describe('what concerns all', () => {
	const wrong = Array.from({ length: 10 }, (_, index) => ({ phone: `123${index}`, name: 'Ann' }));

	it.each(['items', 'list', 'file'] as const)(
		'comes before ten wrong numbers, and is said once (%s)',
		async (from) => {
			const people = [...wrong, ...FOUR.slice(0, 2)];
			const text = 'Hi {nme}';
			const run = await personalizedFrom(stage, from, people, { text });
			// It concerns everybody, so that no place is named.
			expect(run.error?.message).toMatch(
				/^Nothing was sent: 12 of 12 recipients cannot be used: Text names the field "nme", which is not there; \[\w+ \d.*\] Phone Number …?1230 has 4 digits/,
			);
			expect(run.error?.description).toMatch(
				/^Text: The recipient has: (people, )?phone, name\. Correct the name.* Phone Number: Use the international form/,
			);
			expect(run.error?.message.match(/nme/g)).toHaveLength(1);
			expect(stage.stored().size).toBe(0);
		},
	);

	it('does not come first where others are right', async () => {
		const run = await stage.send(personalized([...wrong, { phone: A }, { phone: B, name: 'Bo' }]));
		expect(run.error?.message).toMatch(/^Nothing was sent: 11 of 12 .*: \[item 1\] Phone Number/);
	});
});

describe('Dry Run of a send that would stop', () => {
	const people = [...FOUR.slice(0, 2), { phone: '12', name: 'Bo' }, { phone: B, name: '' }];
	const STOP =
		/^The send would stop: 2 of 4 recipients cannot be used: \[.*\] Phone Number …12 .*; \[.*\] Text needs the field "name".*\. .*set Invalid Recipients to Leave Out/;

	it.each(['items', 'list', 'file'] as const)('ends green and shows all (%s)', async (from) => {
		const run = await personalizedFrom(stage, from, people, { dryRun: true });
		expect(run.error).toBeUndefined();
		expect(hintsOf(run)[0]).toMatch(STOP);
		if (from === 'file') {
			expect(jsonOf(run)).toEqual([
				expect.objectContaining({ status: 'dry run', recipients: 4, refused: 2 }),
			]);
			return;
		}
		expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
			['dry run', 'Would be sent'],
			['dry run', 'Would be sent'],
			['refused', expect.stringMatching(/^Phone Number …12/)],
			['refused', expect.stringMatching(/^Text needs the field "name"/)],
		]);
		expect(hintsOf(run)).toContainEqual(expect.stringMatching(/^2 would be sent, 2 refused/));
	});

	it('says nothing of it where they are left out, and stops where the send does', async () => {
		const options = { invalidRecipients: 'skip' };
		const left = await personalizedFrom(stage, 'items', people, { dryRun: true, options });
		expect(hintsOf(left).join()).not.toMatch(/would stop/);
		const nobody = await personalizedFrom(stage, 'items', [{ phone: '12', name: 'Bo' }], {
			dryRun: true,
			options,
		});
		expect(nobody.error).toBeUndefined();
		expect(hintsOf(nobody)[0]).toMatch(/^The send would stop: Phone Number …12 has 2 digits/);
		expect(hintsOf(nobody).join()).toMatch(/0 would be sent, 1 refused/);
		const sent = await personalizedFrom(stage, 'items', people, {});
		expect(sent.error?.message).toMatch(/^Nothing was sent: 2 of 4/);
	});
});

describe('other words', () => {
	it.each(['items', 'list', 'file'] as const)(
		'of a field that nobody has are told: its name may be misspelled (%s)',
		async (from) => {
			const people = FOUR.slice(0, 2);
			const hinted = async (text: string): Promise<string> =>
				hintsOf(await personalizedFrom(stage, from, people, { text, dryRun: true })).join('\n');
			expect(await hinted('Hi {nme|there}')).toContain(
				'No recipient has the field "nme": its other words stand in its place for all. Check the name.',
			);
			expect(await hinted('Hi {name|there}')).not.toMatch(/No recipient has/);
		},
	);
});

describe('the word that n8n takes for a stop by hand', () => {
	it.each(WAYS)('leaves a failed execution failed, so that it can be retried (%s)', async (way) => {
		const { error, run } = await stage.send(
			form('sms.send', { text: 'Order {canceled_at}' }, [{ phone: A }], { way }),
		);
		expect(error?.message.replace('\u2060', '')).toMatch(/^Text names the field "canceled_at"/);
		expect(run?.status).toBe('error');
	});
});

describe('the second item is item 2', () => {
	/** As n8n's editor shows an error of several items: it adds its own number where the message does not hold it. */
	const shownOf = ({ error }: RunResult): string => {
		const index = (error as { context?: IDataObject } | undefined)?.context?.itemIndex;
		const own = index === undefined ? '' : `item ${String(index)}`;
		const message = error?.message ?? '';
		return message.includes(own) ? message : `${message} [${own}]`;
	};
	const two = [
		{ phone: A, id: 1, name: 'Ann' },
		{ phone: '12', id: 'x', name: 'Bo' },
	];

	it.each(WAYS)('in errors, whoever throws them (%s)', async (way) => {
		const wrong = await stage.send(form('sms.send', {}, two, { way }));
		expect(shownOf(wrong)).toMatch(/^Nothing was sent: 1 of 2 .*: \[item 2\] Phone Number …12/);
		expect(shownOf(wrong)).not.toMatch(/item 1/);
		stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
		const refused = await stage.send(form('sms.send', {}, FOUR, { way }));
		expect(shownOf(refused)).toBe('The service refused the request (HTTP 402) [item 2]');
	});

	it('in errors of n8n’s declarative engine, of the form and of the service', async () => {
		const ask = async (ids: unknown[]): Promise<string> =>
			shownOf(
				await stage.send({
					resource: 'sms',
					operation: 'get',
					parameters: { messageId: '={{ $json.id }}' },
					items: ids.map((id) => ({ id })) as IDataObject[],
				}),
			);
		stage.sandbox.faults.add(refusal({ method: 'GET', skip: 1, times: 1 }));
		stage.sandbox.faults.add(
			refusal({ method: 'GET', status: 200, body: { id: 1, status: 'sent' } }),
		);
		expect(await ask([1, 1])).toMatch(/ \[item 2\]$/);
		expect(await ask([1, 'not an ID'])).toMatch(/^Message ID .* \[item 2\]$/);
	});

	it('in reasons, and in the details of an error', async () => {
		const twice = [...FOUR.slice(0, 2), { phone: B, name: 'Ann' }];
		const run = await stage.send(form('campaign.sendSms', {}, twice));
		expect(jsonOf(run)[2]).toMatchObject({
			status: 'duplicate',
			reason: 'The same number as item 2',
		});
	});
});

it('a brace that is meant is named with its cure', async () => {
	const run = await stage.send(personalized(FOUR, { text: 'Price {5} EUR' }));
	expect(run.error?.description).toContain('\\{ stands for a brace.');
});

test('no text holds words over which one stumbles', () => {
	const built = readFileSync('dist/service.js', 'utf8');
	const words = [
		'It was so before',
		'are not known, ',
		'that there is not',
		'does not tell that of',
		'has nobody to send to',
		'took no request meanwhile',
		'tells no balance',
		'Not every service has it',
		'the others are sent to',
		'is sent to by',
		'are sent to together',
		'that is sure',
		'of which it is not said',
		'the one that there is',
		'No other one was made',
		'says nothing without',
		'Looks among',
		// What the form calls API Base URL, and what only we know.
		'base URLs',
		'confirmed_by',
		'origin: "test"',
	];
	expect(words.filter((one) => built.includes(one))).toEqual([]);
});
