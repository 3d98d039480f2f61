import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { jsonOf, openStage, WAYS } from './stage.mts';
import type { Stage, Way } from './stage.mts';

/* What the choices of the forms do, as far as no other test of an operation holds it. */

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
beforeEach(async () => {
	await stage.fresh();
	stage.sandbox.config.dialect.extensions = true;
});
afterAll(async () => await stage.close());

/** What the sandbox was sent in a test, beside what it begins with. */
let before: number;
beforeEach(() => {
	before = stage.sandbox.store.messages.size;
});
const sentOnes = () => [...stage.sandbox.store.messages.values()].slice(before);

const PEOPLE = [
	{ phone: '380991112201', name: 'Olha' },
	{ phone: '380991112202', name: 'Ivan' },
];
const send = async (
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[] = PEOPLE,
	way: Way = 'run',
) =>
	await stage.act(
		operation,
		{
			sender: { __rl: true, mode: 'name', value: 'Sandbox' },
			text: 'Hello',
			phone: '={{ $json.phone }}',
			...parameters,
		},
		{ items, way },
	);

describe.each(WAYS)('Campaign: Get Many, Only With Status (%s)', (way: Way) => {
	it('gives the campaigns of the chosen statuses, and as many as Limit says', async () => {
		stage.sandbox.seedHistory({ campaigns: 120, days: 60 });
		const all = jsonOf(await stage.act('campaign.getAll', { type: 'sms', returnAll: true }));
		const status = String(all[0]?.status);
		const first = all.filter((campaign) => campaign.status === status);
		expect(first.length).toBeLessThan(all.length);
		const filters = { statuses: [status] };
		const run = await stage.act(
			'campaign.getAll',
			{ type: 'sms', returnAll: true, filters },
			{ way },
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ campaign_id }) => campaign_id)).toEqual(
			first.map(({ campaign_id }) => campaign_id),
		);
		const two = await stage.act('campaign.getAll', { type: 'sms', limit: 2, filters }, { way });
		expect(jsonOf(two)).toEqual(jsonOf(run).slice(0, 2));
	});

	it('finds paused RCS campaigns', async () => {
		const run = await stage.act(
			'campaign.getAll',
			{ type: 'rcs', returnAll: true, filters: { statuses: ['paused'] } },
			{ way },
		);
		expect(jsonOf(run).map(({ status }) => status)).toEqual(['paused']);
	});
});

describe.each(WAYS)('If the Report Is Empty (%s)', (way: Way) => {
	function emptyReport(): string {
		const now = stage.sandbox.clock.now().getTime();
		stage.sandbox.store.reports.set('700000001', {
			key: '700000001',
			request: {},
			createdMs: now,
			readyMs: now,
			messageType: 'sms',
			source: { records: 0, types: ['sms'], bodyLength: 40 },
			shape: null,
			failed: false,
		});
		return '700000001';
	}

	it('stops, or returns no items', async () => {
		const fileKey = emptyReport();
		const stopped = await stage.act(
			'report.download',
			{ fileKey, options: { retryFor: 0 } },
			{ way },
		);
		expect(stopped.error?.message).toMatch(/^The report is empty: File is empty \(code 93\)/);
		const options = { retryFor: 0, emptyReport: 'noItems' };
		const run = await stage.act('report.download', { fileKey, options }, { way });
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([]);
	});
});

describe('braces in a text', () => {
	it('are filled, in whatever clothes, in a fixed field and in an expression', async () => {
		for (const text of [
			'Hi {name}',
			'Hi {{name}}',
			'Hi {{ $json.name }}',
			'=Hi {name}',
			'=Hi {{ $json.name }}',
		]) {
			await stage.fresh();
			const run = await send('sms.send', { text });
			expect([text, run.error]).toEqual([text, undefined]);
			expect([
				text,
				...sentOnes()
					.map(({ text: own }) => own)
					.sort(),
			]).toEqual([text, 'Hi Ivan', 'Hi Olha']);
		}
	});

	it('are text where they stand in a value', async () => {
		const items = PEOPLE.map(({ phone }) => ({ phone, said: 'Hello {name}' }));
		const run = await send('sms.send', { text: '={{ $json.said }}' }, items);
		expect(run.error).toBeUndefined();
		expect(sentOnes().map(({ text }) => text)).toEqual(['Hello {name}', 'Hello {name}']);
	});

	it.each(['sms.send', 'campaign.sendSms', 'campaign.sendPersonalizedSms'])(
		'that name no field are refused before anything is sent: %s',
		async (operation) => {
			const run = await send(operation, { text: 'Hi {{ $now }}' });
			expect(run.error?.message).toMatch(/^Text holds \{\{ \$now \}\}, which names no field/);
			expect(sentOnes()).toEqual([]);
		},
	);
});

describe('a number that comes again', () => {
	const twice = [PEOPLE[0], { phone: PEOPLE[0]?.phone, name: 'Petro' }] as IDataObject[];

	it.each([
		['Hello {name}', ['accepted', 'accepted']],
		['Hello', ['accepted', 'merged']],
	])('gets different texts each, and equal ones once: %s', async (text, statuses) => {
		const run = await send('campaign.sendPersonalizedSms', { text }, twice);
		expect(jsonOf(run).map(({ status }) => status)).toEqual(statuses);
	});
});

describe('Message Reference', () => {
	const own = '={{ $json.name }}';
	const references = () => sentOnes().map(({ reference }) => reference);

	it.each<[operation: string, own: INodeParameters]>([
		['sms.send', { reference: own }],
		['sms.sendBulk', { reference: '{name}' }],
	])('of the user is read in Options: %s', async (operation, given) => {
		const run = await send(operation, { options: { referenceMode: 'custom', ...given } });
		expect(run.error).toBeUndefined();
		expect(references().sort()).toEqual(['Ivan', 'Olha']);
	});

	it('that is missing in the first item is refused, and not made up', async () => {
		const [first, second] = PEOPLE;
		const items = [{ phone: first?.phone }, { ...second }] as IDataObject[];
		const run = await send(
			'sms.send',
			{ options: { referenceMode: 'custom', reference: own } },
			items,
		);
		expect(run.error?.message).toMatch(/Own Reference names the field "name", which is not there/);
		expect(sentOnes()).toEqual([]);
	});

	it('is automatic where Own is not chosen, whatever the field of Own holds', async () => {
		const run = await send('sms.send', { options: { referenceMode: 'automatic', reference: own } });
		expect(run.error).toBeUndefined();
		expect(references()).not.toContain('Olha');
	});
});

describe('a number that the service refuses', () => {
	it('stands in the error, masked', async () => {
		const phone = '380990000005';
		const run = await send('sms.send', { options: { retryFor: 0 } }, [{ phone }]);
		expect(run.error?.message).toMatch(/country or network: .+ \(code 33\)/);
		expect(run.error?.description).toMatch(/^The number is …0005\./);
		expect(`${run.error?.message} ${run.error?.description}`).not.toContain(phone);
	});
});
