import type { IDataObject } from 'n8n-workflow';
import { bareSender, normaliseApplication, normaliseStopListed } from '../../shared/reply';
import { notSearched, sameName, type Listed, type Service } from '../../shared/service';

/** Records that are read of a list whose filter the service pays no heed to. */
const SEARCHED = 10_000;

const isTold = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const lower = (value: unknown): string => String(value).trim().toLowerCase();

/** Whether two texts may be the same number: one of them may lack the country code, and a service may hide a part of it. */
export function mayBeSamePhone(told: unknown, wanted: unknown): boolean {
	const isNumber = typeof told === 'string' || typeof told === 'number';
	if (!isNumber || /[^\d\s()+./-]/.test(`${told}${String(wanted)}`)) return true;
	const [one, other] = [String(told), String(wanted)].map((text) =>
		text.replace(/\D/g, '').replace(/^0+/, ''),
	) as [string, string];
	return one.endsWith(other) || other.endsWith(one);
}

/** What an exact filter is compared with in a record that tells of it, and how. */
interface Exact {
	/** Its name in the query. */
	name: string;
	told: (record: IDataObject) => unknown;
	fits: (told: unknown, wanted: unknown) => boolean;
}

const sameText = (told: unknown, wanted: unknown): boolean => lower(told) === lower(wanted);

/** Whether a text holds what is searched for: which part of it must be the same is not shown. */
const holds = (told: unknown, wanted: unknown): boolean => lower(told).includes(lower(wanted));

const holdsSender = (told: unknown, wanted: unknown): boolean =>
	holds(told, wanted) || bareSender(told).includes(bareSender(wanted));

const CAMPAIGN: readonly Exact[] = [
	{
		name: 'filter[type]',
		told: ({ message_type, mesage_type }) => message_type ?? mesage_type,
		fits: sameText,
	},
];

const MESSAGE: readonly Exact[] = [
	{ name: 'filter[id]', told: ({ id }) => id, fits: sameName },
	{ name: 'filter[campaign_id]', told: ({ campaign_id }) => campaign_id, fits: sameName },
	{
		name: 'filter[reference_id]',
		told: ({ reference_id, reference }) => reference_id ?? reference,
		fits: sameName,
	},
];

const APPLICATION: readonly Exact[] = [
	{ name: 'filter[id]', told: ({ id }) => id, fits: sameName },
	{ name: 'filter[sender]', told: ({ sender }) => sender, fits: holdsSender },
	{ name: 'filter[country_code]', told: ({ country_code }) => country_code, fits: sameText },
	{
		name: 'filter[status]',
		told: (record) => normaliseApplication(record, 'UTC').status,
		fits: sameText,
	},
];

/** The exact filters of each kind of list. */
export const EXACT = { message: MESSAGE, application: APPLICATION };

/** The filters of a list of campaigns: what is searched for in senders must be in the sender of each. */
export function exactCampaigns(query: IDataObject): readonly Exact[] {
	if (query['filter[field]'] !== 'sender') return CAMPAIGN;
	return [...CAMPAIGN, { name: 'filter[value]', told: ({ sender }) => sender, fits: holdsSender }];
}

/**
 * The search in the stop list is exact where it is for what equals an ID or a number. A list of one channel holds no number that is not
 * on it.
 */
export function exactSearch(query: IDataObject): Exact[] {
	const { type } = query;
	if (type !== undefined)
		return [
			{
				name: 'type',
				told: (record) => normaliseStopListed(record, 'UTC')[String(type)],
				fits: (isListed) => isListed === true,
			},
		];
	const field = String(query['search[field]']);
	if (query['search[operator]'] !== '=' || !['id', 'phone'].includes(field)) return [];
	const fits = field === 'phone' ? mayBeSamePhone : sameName;
	return [{ name: 'search[value]', told: (record) => record[field], fits }];
}

/**
 * Reads a list and leaves out the records that say themselves that a filter does not fit them: a service may pay no heed to a filter.
 * Then more of it is read, as those that fit may stand behind others. With a test key records are random.
 */
export async function listFitting(
	service: Service,
	list: (service: Service, query: IDataObject, limit: number) => Promise<Listed>,
	exact: readonly Exact[],
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const fits = (record: IDataObject) =>
		service.answersAtRandom === true ||
		exact.every(
			({ name, told, fits: isSame }) =>
				!isTold(query[name]) || !isTold(told(record)) || isSame(told(record), query[name]),
		);
	const few = await list(service, query, limit);
	const isEnough = few.fault || few.isWhole || limit > SEARCHED || few.records.every(fits);
	const listed = isEnough ? few : await list(service, query, SEARCHED);
	const records = listed.records.filter(fits);
	const isNarrowed = records.length < listed.records.length;
	// Behind the records that were looked through there may be more that fit.
	const isInPart = isNarrowed && records.length < limit && !listed.isWhole;
	return {
		...listed,
		records: records.slice(0, limit),
		isNarrowed,
		...(isInPart && { lack: listed.lack ?? notSearched() }),
	};
}
