import { KEY, stageOfTests } from './stage.mts';

// Services list campaigns at /api/campaign or at /api/campaigns: the node must do with either.

const stage = stageOfTests({ clock: 'real', now: undefined });

const test = async (authentication: string) =>
	await stage.engine.testCredential({ baseUrl: stage.sandbox.url, apiKey: KEY, authentication });

describe.each(['campaign', 'campaigns'] as const)('a list of campaigns at /api/%s only', (path) => {
	beforeEach(() => {
		stage.sandbox.config.dialect.campaignPath = path;
	});

	it.each(['automatic', 'apiKey', 'bearer'])(
		'is read by the test of the credential (%s)',
		async (authentication) => {
			expect(await test(authentication)).toMatchObject({ status: 'OK' });
		},
	);

	it('is asked after a lost reply to a send to contact lists', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', times: 1 });
		const parameters = { groups: [201], sender: 'Shop', text: 'Sale', options: { retryFor: 2 } };
		const run = await stage.act('campaign.sendSmsToContactLists', parameters);
		const newest = Math.max(...stage.sandbox.store.campaigns.keys());
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(run.error?.description).toContain(
			`New campaigns of this sender, one of which may be it: ${newest} (created at `,
		);
	});
});

it('the error of a lost reply to a send to numbers names the reference to ask for', async () => {
	stage.sandbox.config.dialect.campaignReferences = 'never';
	stage.sandbox.config.dialect.messageList = 'never';
	stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', times: 1 });
	const run = await stage.act('campaign.sendSms', {
		recipientSource: 'list',
		recipients: '380671001000',
		sender: 'Shop',
		text: 'Sale',
		options: { retryFor: 2 },
	});
	const [message] = [...stage.sandbox.store.messages.values()].slice(-1);
	expect(run.error?.message).toMatch(/^It is not known/);
	expect(run.error?.description).toContain(
		`ask for the reference ${message?.reference} with SMS: Get by Reference`,
	);
});
