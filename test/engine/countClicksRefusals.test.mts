import { linkUuid } from '../../sandbox/shortLinks.mts';
import { clicks, clicksStageOfTests, PEOPLE, SALE, TO_LISTS } from './countClicksSupport.mts';

/* What Count Clicks refuses (extensions notes, sections 7 and 13). */

const { stage, send, toLists, bodies, texts } = clicksStageOfTests();

describe('refused before anything is sent', () => {
	afterEach(() => {
		expect(texts()).toEqual([]);
		expect([...bodies(), ...bodies(TO_LISTS)]).toEqual([]);
	});
	const domain = (nth: number, fields: object) =>
		Object.assign(stage.sandbox.store.domains.get(linkUuid('d', nth)) ?? {}, fields);

	it.each<[string, () => void, string | undefined, string, RegExp]>([
		[
			'a default domain that is not active',
			() => domain(1, { status: 'inactive' }),
			undefined,
			'Count Clicks finds no active domain in the account',
			/^Set one up in your account, or take Count Clicks out of Options\.$/,
		],
		[
			'no default domain',
			() => domain(1, { isDefault: false }),
			undefined,
			'Count Clicks finds no default domain in the account',
			/^Choose an active domain there, such as go\.example, or take Count Clicks out of Options\.$/,
		],
		[
			'a domain that is not active',
			() => undefined,
			linkUuid('d', 2),
			'Count Clicks names the domain old.example, which is inactive',
			/^Choose an active domain there, such as go\.example/,
		],
		[
			'a domain of another account',
			() => undefined,
			linkUuid('d', 3),
			'Count Clicks names a domain that the account does not have',
			/^Choose an active domain there, such as go\.example/,
		],
		[
			'no ID',
			() => undefined,
			'go.example',
			'Domain "go.example" is not in the form that the service takes',
			/^Use the ID that the service gave/,
		],
		[
			'an expression that gives nothing',
			() => undefined,
			'={{ $json.nothing }}',
			'Domain is empty',
			/^Correct its expression, which gives nothing here\.$/,
		],
		[
			'a service without short links',
			() => Object.assign(stage.sandbox.config.dialect, { extensions: false }),
			undefined,
			'Count Clicks: The service does not offer short links',
			/^Some services do not have it\. Send the address as it is: take Count Clicks out of Options\.$/,
		],
	])('%s', async (_, prepare, chosen, message, cure) => {
		prepare();
		for (const act of [send, toLists]) {
			const { error } = await act(`Sale: ${SALE}`, { options: { ...clicks(chosen), retryFor: 0 } });
			expect(error?.message).toBe(`${message} [item 1]`);
			expect(error?.description).toMatch(cure);
		}
	});

	it('a domain list that cannot be read', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 503, path: '/api/short-url/domains' });
		const { error } = await send(`Sale: ${SALE}`, { options: { ...clicks(), retryFor: 0 } });
		expect(error?.message).toMatch(/^Count Clicks: /);
	});

	it('an address longer than a short link can lead to', async () => {
		const { error } = await send(`Sale: https://shop.example.com/${'p'.repeat(2024)}`);
		expect(error?.message).toBe(
			'An address in Text has 2049 characters instead of 1 to 2048 [item 1]',
		);
	});

	it('an address with a field of contacts in it', async () => {
		const { error } = await toLists('Sale: https://shop.example.com/{388077}');
		expect(error?.message).toBe(
			'Text has {388077} within an address, whose clicks cannot be counted [item 1]',
		);
		expect(error?.description).toMatch(/take the field out of the address/);
	});

	it('each item for itself, under Continue', async () => {
		const run = await send(
			`Sale: ${SALE}`,
			{ recipientSource: 'item', phone: '={{ $json.phone }}', options: clicks('={{ $json.id }}') },
			{
				items: PEOPLE.map((one) => ({ ...one, id: linkUuid('d', 2) })),
				node: { onError: 'continueErrorOutput' },
			},
		);
		expect(run.outputs.map((output) => output.length)).toEqual([0, 2]);
		expect(run.outputs[1]?.[1]?.json.error).toMatch(/names the domain old\.example/);
	});
});
