import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { flagOf, idOf, textOf, timeOf } from './values';
import type { Fields } from '../errors';

/** The channels of the stop list (extensions notes, section 3). */
export const STOP_LIST_CHANNELS = ['sms', 'viber', 'rcs', 'whatsapp'] as const;
export type StopListChannel = (typeof STOP_LIST_CHANNELS)[number];

/** Reads an entry of the stop list. A channel of which it says nothing is null. */
export function normaliseStopListed(body: unknown, zone: string): IDataObject {
	const source = asRecord(body) ?? ({} as Fields);
	return {
		phone: textOf(source.phone),
		stop_list_id: idOf(source.id),
		sms: flagOf(source.sms_stoplist),
		viber: flagOf(source.viber_stoplist),
		rcs: flagOf(source.rcs_stoplist),
		whatsapp: flagOf(source.whatsapp_stoplist),
		created_at: timeOf(source.created_at, zone),
	};
}

/** The row of an entry of the stop list. */
export const stopListRow = ({ phone, sms, viber, rcs, ...rest }: IDataObject): IDataObject => ({
	phone,
	sms,
	viber,
	rcs,
	stop_list_id: rest.stop_list_id,
	created_at: rest.created_at,
});
