import { handled, STOPPED_PHONE } from '../../faults/seed.mts';
import { queryValue } from '../../property/plain.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { attach, channels, phones } from '../stopList.mts';

const path = /^\/api\/stoplist\/detach/;

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { phones: '380997001060' },
			after: ['stopList add', 'stopList getAll', 'stopList search'],
			check: (items) => every(items, 1, ({ status }) => status === 'removed'),
		},
	],
	faults: [
		{
			path,
			parameters: () => ({ phones: '={{ $json.phone }}' }),
			items: [{ phone: STOPPED_PHONE }],
			idempotent: true,
			verified: { method: 'GET', path: /^\/api\/stoplists?(?:\/search)?(?:\?|$)/ },
			// An account without the phone shows no removal.
			effects: (sandbox) => [
				sandbox.store.stopList.has(STOPPED_PHONE)
					? 0
					: Math.min(1, handled(sandbox, 'POST', path).length),
			],
		},
	],
	inputs: [
		{
			fields: { phones, channels },
			plain: (values) => attach(values.phones, values.channels),
			// A phone that was looked up is judged as if it were added, so that the next one to remove it finds it there.
			judgedBy: (asked) => {
				const phone = queryValue(asked, 'search[value]');
				return phone === undefined ? undefined : attach(phone);
			},
		},
	],
};
