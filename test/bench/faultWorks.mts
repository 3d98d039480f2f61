import type { IDataObject } from 'n8n-workflow';
import { sendFaults } from '../engine/sendFaults.mts';
import { people } from './works.mts';
import type { Work } from './works.mts';

/** Both nodes wait so long for a reply. */
export const TIMEOUT_MS = 1000;
const TRIES = 5;
const RECIPIENTS = 20;
/** A campaign that never shows is asked for so long in each try. */
const CAMPAIGN_RETRY_SECONDS = 5;

export const FAULTS = sendFaults(1.5 * TIMEOUT_MS);

function singleSends(count: number): Work {
	return {
		id: `faults-single-${count}`,
		name: `${count.toLocaleString('en-US')} single sends`,
		items: count,
		subjects: ['ours', 'httpRequest'],
		path: '/rest/sms/create',
		tries: TRIES,
		ours: {
			resource: 'sms',
			operation: 'send',
			phone: '={{ $json.phone }}',
			sender: 'Shop',
			text: '=Hi {{ $json.name }}',
			requestOptions: { timeout: TIMEOUT_MS },
		},
		rivalBody:
			'={"destination":"phone","msisdn":"{{ $json.phone }}","originator":"Shop","body":"Hi {{ $json.name }}"}',
		axiosInFlight: 1,
		posts: () => [],
	};
}

function campaigns(count: number): Work {
	const lists = (): IDataObject[] => {
		const all = people(count * RECIPIENTS);
		return Array.from({ length: count }, (_, list) => ({
			people: all.slice(list * RECIPIENTS, (list + 1) * RECIPIENTS),
		}));
	};
	return {
		id: `faults-campaign-${count}`,
		name: `${count} campaigns of ${RECIPIENTS}`,
		items: count,
		subjects: ['ours', 'httpRequest'],
		path: '/api/campaigns/sms/send-individual',
		tries: TRIES,
		mayStop: true,
		input: { items: lists, messages: count * RECIPIENTS },
		ours: {
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			recipientSource: 'list',
			recipients: '={{ $json.people }}',
			sender: 'Shop',
			text: 'Hi {name}',
			options: { retryFor: CAMPAIGN_RETRY_SECONDS },
			requestOptions: { timeout: TIMEOUT_MS },
		},
		rivalBody:
			'={{ JSON.stringify({ messages: $json.people.map((person) => ({ phone: Number(person.phone), sender: "Shop", text: "Hi " + person.name })) }) }}',
		axiosInFlight: 1,
		posts: () => [],
	};
}

export const FULL = [singleSends(10_000), campaigns(100)];
export const SHORT = [singleSends(300), campaigns(12)];
export const FAULT_WORKS: Work[] = [...FULL, ...SHORT];
