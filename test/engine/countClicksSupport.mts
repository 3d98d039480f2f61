import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { stageOfTests } from './stage.mts';
import type { Act } from './stage.mts';

/* What the tests of Count Clicks have in common. */

export const DOMAINS = 'GET /api/short-url/domains';
export const SEND = 'POST /api/campaigns/sms/send';
export const TO_LISTS = 'POST /api/campaigns/sms/send-groups';
export const SALE = 'https://shop.example.com/sale?from=sms&x=(1)';
/** The longest link of the default domain. */
export const LONGEST = `https://go.example/${'x'.repeat(25)}`;
export const A = '380997001021';
export const B = '380997001022';
export const PEOPLE = [{ phone: A }, { phone: B }];

export const clicks = (value?: string): INodeParameters => ({
	countClicks: { links: { domain: { __rl: true, mode: 'id', value: value ?? '' } } },
});

/** Sends with Count Clicks, and what the service holds afterwards. Its domains are made the day before, as their list is of days. */
export function clicksStageOfTests() {
	const stage = stageOfTests({ now: new Date(Date.now() - 86_400_000).toISOString() });
	const send = async (text: string, more: INodeParameters = {}, act: Act = {}) =>
		await stage.act(
			'campaign.sendSms',
			{ sender: 'Shop', text, options: clicks(), ...more },
			{ items: PEOPLE, ...act },
		);
	const toLists = async (text: string, more: INodeParameters = {}, act: Act = {}) =>
		await stage.act(
			'campaign.sendSmsToContactLists',
			{ sender: 'Shop', groups: ['202'], text, options: clicks(), ...more },
			act,
		);
	/** The bodies that reached an endpoint. */
	const bodies = (path = SEND): IDataObject[] =>
		stage.sandbox.requests
			.filter((one) => `${one.method} ${one.path}` === path)
			.map(({ body }) => body as IDataObject);
	/** What the phones got. */
	const texts = () =>
		[...stage.sandbox.store.messages.values()].flatMap(({ channel, text }) =>
			channel === 'sms' ? text : [],
		);
	const linksMade = () =>
		[...stage.sandbox.store.links.values()].filter(({ campaignId }) => campaignId !== null);
	const hints = ({ hints: given }: { hints: Array<{ message: string }> }) =>
		given.map(({ message }) => message);
	return { stage, send, toLists, bodies, texts, linksMade, hints };
}
