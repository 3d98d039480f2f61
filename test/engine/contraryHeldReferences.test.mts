import type { IDataObject } from 'n8n-workflow';
import {
	A,
	answers,
	B,
	BOTH,
	byReference,
	CAMPAIGN_6,
	CODE_20,
	isPost,
	NOT_FOUND,
	NOT_KNOWN,
	ok,
	referenceIn,
	referencesOf,
	RETRY,
	serviceTime,
	statuses,
} from './contrarySupport.mts';
import { KEY, openStub, seen } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';

/* A campaign that is refused for a reference: a gateway may have delivered it, and pass on the refusal of a copy. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const refused = (errors: unknown, message = 'The given data was invalid.'): Answer => ({
	status: 422,
	body: { message, errors },
});
const TAKEN = refused({ phones0reference_id: ['has already been taken'] });
const WEEK_MS = 604_800_000;
const isTo = (phone: string) => (asked: Asked) =>
	isPost(asked) && JSON.stringify(asked.body).includes(phone);
const sentTo = (phone: string): number => stub.asked.filter(isTo(phone)).length;

/** Refuses the first campaign in a way, takes those after it, and shows the message of the first recipient. */
function showFirst(refusal: Answer, record: IDataObject = {}): void {
	let held: string[] = [];
	stub.answer = (asked) => {
		if (isPost(asked)) {
			if (held.length > 0) return CAMPAIGN_6;
			held = referencesOf(asked);
			return refusal;
		}
		if (!byReference(asked)) return NOT_FOUND;
		const reference = referenceIn(asked);
		return reference === held[0]
			? ok({ error: 0, id: 501, msisdn: A, reference, status: 'sent', ...record })
			: CODE_20;
	};
}

const IN_WORDS = [
	refused(undefined, 'External ID already exists'),
	refused(['The reference id is already in use, it exists']),
	{ status: 409, body: { message: 'This reference already exists' } },
];

describe.each(['automatic', 'content'])('with references of the node, %s', (referenceMode) => {
	const more = { options: { retryFor: 4 }, referenceMode };

	it.each([TAKEN, ...IN_WORDS])('nobody gets the campaign twice: %j', async (refusal) => {
		showFirst(refusal);
		await stub.run('campaign.sendSms', { ...BOTH, ...more });
		expect([sentTo(A), sentTo(B)]).toEqual([1, 1]);
	});

	it.each([
		{ phones0reference_id: ['Такое значение уже используется'] },
		{ 'phones.0.reference_id': ['Invalid value'] },
		{ phones0external_id: ['Invalid value'] },
		{ phones0reference_id: ['Invalid value'], phones0number: ['Invalid value'] },
	])('and nobody does with Leave Out, in words that say little: %j', async (errors) => {
		answers(stub, refused(errors), CAMPAIGN_6, CODE_20);
		const options = { invalidRecipients: 'skip', retryFor: 0 };
		const run = await stub.run('campaign.sendSms', { ...BOTH, referenceMode, options }, RETRY);
		expect([sentTo(A), sentTo(B)]).toEqual([1, 1]);
		expect(seen(run)).toMatch(NOT_KNOWN);
	});

	it('the only recipient is not refused by words that say little', async () => {
		answers(stub, refused({ phones0reference_id: ['Invalid value'] }), CAMPAIGN_6, CODE_20);
		const one = { ...BOTH, recipients: A, referenceMode };
		const run = await stub.run('campaign.sendSms', one, RETRY);
		expect(stub.count('POST')).toBe(1);
		expect(seen(run)).toMatch(NOT_KNOWN);
	});

	it('the others go out once more where the user chose Send Again', async () => {
		showFirst(TAKEN);
		const options = { retryFor: 0, ifOutcomeUnknown: 'sendAgain' };
		const run = await stub.run('campaign.sendSms', { ...BOTH, referenceMode, options });
		expect(statuses(run)).toEqual(['accepted', 'accepted']);
	});

	it('a refusal that names numbers only stays one', async () => {
		answers(stub, refused({ phones1number: ['is not correct'] }), CAMPAIGN_6, CODE_20);
		const options = { invalidRecipients: 'skip' };
		const run = await stub.run('campaign.sendSms', { ...BOTH, referenceMode, options });
		expect(statuses(run)).toEqual(['accepted', 'refused']);
	});
});

describe('with references of the user', () => {
	const send = async (options: IDataObject = {}) => {
		stub.asked = [];
		return await stub.engine.run({
			items: [{ json: { phone: A, ref: 'r1' } }, { json: { phone: B, ref: 'r2' } }],
			credential: { baseUrl: stub.baseUrl, apiKey: KEY, authentication: 'apiKey' },
			parameters: {
				resource: 'campaign',
				operation: 'sendSms',
				sender: 'Shop',
				text: 'Sale',
				referenceMode: 'custom',
				reference: '={{ $json.ref }}',
				referenceField: 'ref',
				options: { retryFor: 4, ...options },
			} as never,
		});
	};

	it.each<[string, Answer, IDataObject]>([
		['without a time', TAKEN, {}],
		['of this hour', TAKEN, { time_in: serviceTime() }],
		...IN_WORDS.map((words) => ['without a place', words, {}] as [string, Answer, IDataObject]),
	])('nobody gets the campaign twice where one shows %s', async (_, refusal, record) => {
		showFirst(refusal, record);
		const run = await send();
		expect([sentTo(A), sentTo(B)]).toEqual([1, 1]);
		expect(seen(run)).not.toMatch(/^Nothing was sent/);
	});

	it.each<[string, IDataObject, unknown]>([
		['was made a week before', { time_in: serviceTime(Date.now() - WEEK_MS) }, 'accepted'],
		['went to another number', { msisdn: '380990000000' }, 'refused'],
	])('the other one goes out where the message that is held %s', async (_, record, status) => {
		showFirst(TAKEN, record);
		const run = await send({ invalidRecipients: 'skip' });
		expect(statuses(run)).toEqual([status, 'accepted']);
		expect([sentTo(A), sentTo(B)]).toEqual([1, 2]);
	});

	it('words for its form refuse one', async () => {
		const words = 'The reference format is invalid';
		answers(stub, refused({ phones0reference_id: [words] }), CAMPAIGN_6, CODE_20);
		expect(seen(await send())).toMatch(/^The service did not accept the reference/);
		answers(stub, refused({ phones0reference_id: [words] }), CAMPAIGN_6, CODE_20);
		expect(statuses(await send({ invalidRecipients: 'skip' }))).toEqual(['refused', 'accepted']);
	});

	it('words that say little leave all of them open', async () => {
		answers(stub, refused({ phones0reference_id: ['Invalid value'] }), CAMPAIGN_6, CODE_20);
		const run = await send({ invalidRecipients: 'skip' });
		expect(stub.count('POST')).toBe(1);
		expect(seen(run)).toMatch(NOT_KNOWN);
	});
});
