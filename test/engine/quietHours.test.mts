import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RunResult } from './harness.mts';
import { openStage, type Stage } from './sendsSupport.mts';

/* Quiet Hours on n8n's engine with the sandbox. What further tries make of them, and sends that take no start, stands in never-twice/streamTable.mts. */

/** A Sunday, when it is 20:00 in Kyiv, 19:00 in Warsaw and 03:00 in Tokyo. */
const EVENING = Date.parse('2027-01-17T18:00:00Z');
const HOUR = 3_600_000;
const [TOKYO_AT, KYIV_AT] = [EVENING + 5 * HOUR, EVENING + 12 * HOUR];
const QUIET = {
	quietHours: { hours: { from: '19:30', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7] } },
};
const POLES = ['48512345678', '48512345679', '48512345681'];
const UKRAINIANS = ['380991112233', '380991112244', '380991112255'];
const JAPANESE = ['819012345678', '819012345679', '819012345681'];
/** One of each country after the other. */
const PHONES = POLES.flatMap((phone, index) => [
	UKRAINIANS[index] ?? '',
	phone,
	JAPANESE[index] ?? '',
]);

let stage: Stage;
let real: () => number;
beforeAll(async () => {
	real = Date.now.bind(Date);
	stage = await openStage({ now: EVENING });
});
beforeEach(() => {
	stage.sandbox.reset();
	const ahead = EVENING - real();
	jest.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await stage.close());

interface QuietSend {
	source: 'file' | 'allItems' | 'list';
	phones?: string[];
	options?: IDataObject;
	parameters?: IDataObject;
	node?: object;
}

async function send({
	source,
	phones = PHONES,
	options = {},
	parameters = {},
	...rest
}: QuietSend): Promise<RunResult> {
	const csv = `phone\n${phones.join('\n')}\n`;
	const items: INodeExecutionData[] =
		source === 'file'
			? [{ json: {}, binary: { data: await stage.engine.storeBinary(Buffer.from(csv), 'a.csv') } }]
			: source === 'list'
				? [{ json: {} }]
				: phones.map((phone) => ({ json: { phone } }));
	return await stage.engine.run({
		...rest,
		items,
		credential: stage.credential,
		parameters: {
			resource: 'campaign',
			operation: 'sendSms',
			recipientSource: source,
			phoneField: 'phone',
			recipients: phones.join(),
			sender: 'Shop',
			text: 'Hi',
			...parameters,
			options: { ...QUIET, ...options },
		} as INodeParameters,
	});
}

async function resultOf(run: RunResult): Promise<string[][]> {
	const result = run.items[0]?.binary?.result;
	if (!result) throw new Error('no result file');
	const text = String(await stage.engine.readBinary(result));
	return text
		.trimEnd()
		.split('\n')
		.slice(1)
		.map((line) => line.split(','));
}

/** Of each campaign in the sandbox its start and its numbers, sorted. */
const campaigns = (): Array<[number, string[]]> =>
	[...stage.sandbox.store.campaigns.values()]
		.map(({ id, startMs }): [number, string[]] => [
			startMs,
			[...stage.sandbox.store.messages.values()]
				.filter(({ campaignId }) => campaignId === id)
				.map(({ msisdn }) => msisdn)
				.sort(),
		])
		.sort(([one], [other]) => one - other);

const eachOnce = (): void => {
	expect(stage.stored()).toEqual(new Map([...stage.stored().keys()].map((phone) => [phone, 1])));
	expect([...stage.stored().keys()].sort()).toEqual([...PHONES].sort());
};

test.each(['file', 'allItems'] as const)(
	'Quiet Hours make a campaign for each clock, now or by its start: %s',
	async (source) => {
		const run = await send({ source });
		expect(run.error).toBeUndefined();
		const [[poland, poles], ...later] = campaigns() as [[number, string[]]];
		expect(poland).toBeLessThan(EVENING + 60_000);
		expect(poles).toEqual(POLES);
		expect(later).toEqual([
			[TOKYO_AT, JAPANESE],
			[KYIV_AT, UKRAINIANS],
		]);
		eachOnce();
		const rows = run.items.map(({ json }) => [
			json.phone ?? json.accepted,
			json.start_at === null ? null : Date.parse(String(json.start_at)),
		]);
		if (source === 'file') {
			expect(rows).toEqual(
				expect.arrayContaining([3, 3].map((count, at) => [count, [TOKYO_AT, KYIV_AT][at]])),
			);
			const lines = (await resultOf(run)).map(([line, , , status]) => [Number(line), status]);
			expect(lines.sort(([one], [other]) => Number(one) - Number(other))).toEqual(
				PHONES.map((_, index) => [index + 2, 'accepted']),
			);
		} else
			expect(rows).toEqual(
				expect.arrayContaining([
					...JAPANESE.map((phone) => [phone, TOKYO_AT]),
					...UKRAINIANS.map((phone) => [phone, KYIV_AT]),
				]),
			);
	},
);

test('the error of one campaign of several names the recipients of a list that did not get it', async () => {
	const path = '/api/campaigns/sms';
	stage.sandbox.faults.add({
		kind: 'status',
		status: 402,
		method: 'POST',
		path,
		times: 1,
		skip: 1,
	});
	const run = await send({ source: 'list', node: { onError: 'continueErrorOutput' } });
	const got = run.items.flatMap(({ json }) => (json.status === 'accepted' ? [json.phone] : []));
	const missing = PHONES.flatMap((phone, index) =>
		got.includes(phone) ? [] : [`recipient ${index + 1}`],
	);
	expect(missing.length).toBeGreaterThan(0);
	expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
		expect.stringContaining(`(${missing.length} of 9 recipients: ${missing.join('; ')})`),
	]);
});

describe('a file with Quiet Hours', () => {
	it('says which of its campaigns went out before one that the service refuses', async () => {
		stage.sandbox.faults.add({
			kind: 'status',
			status: 402,
			method: 'POST',
			path: '/api/campaign',
			skip: 1,
			times: 1,
		});
		const run = await send({ source: 'file' });
		expect(run.error?.description).toContain('The request carried lines 3 to 9 of the file.');
		expect(campaigns()).toHaveLength(1);
	});

	it('is shown by Dry Run without a request', async () => {
		const run = await send({ source: 'file', parameters: { dryRun: true } });
		expect(run.items.map(({ json }) => [json.status, json.start_at])).toEqual([
			['dry run', expect.stringContaining('2027-01-18T')],
			['dry run', expect.stringContaining('2027-01-17T')],
			['dry run', expect.stringContaining('2027-01-')],
		]);
		expect(campaigns()).toEqual([]);
	});

	it('is refused before anything is sent where no moment within 30 days is allowed', async () => {
		const hours = { from: '09:00', to: '08:59' };
		const run = await send({
			source: 'file',
			// No minute of the day suits all zones of the USA, nor both of Ukraine.
			phones: [...PHONES, '12015550123'],
			options: { quietHours: { hours } },
		});
		expect(run.error?.message).toContain('Quiet Hours allow no moment within 30 days');
		expect(run.error?.message).toContain('Nothing was sent: 4 of 10 recipients');
		expect(campaigns()).toEqual([]);
	});
});
