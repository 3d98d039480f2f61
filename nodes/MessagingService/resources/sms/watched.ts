import type { IDataObject } from 'n8n-workflow';
import { isSamePhone } from '../../../shared/reply';
import type { getMessageOfAny } from '../../../shared/service';
import { MESSAGE_STATUSES } from '../../../shared/spec';
import { isBlank } from '../../../shared/text';
import type { NodeFault } from '../../dispatch/nodeErrors';

/** One message that is waited for. */
export interface Watched {
	item: number;
	/** Asks the service for it. */
	look?: () => ReturnType<typeof getMessageOfAny>;
	/** Whether it went out as SMS alone, as far as the item says. */
	isSms: boolean;
	/** What the message is named by, for the output where the service does not show it. */
	name?: IDataObject;
	/** The ID and the campaign of the message, as the item says that named it by its reference; blank = it does not say. */
	id?: string;
	campaign?: string;
	/** The number that it was sent to, as the item of the send says that names it by its reference. */
	sentTo?: string;
	/** What the service said last. */
	json?: IDataObject;
	done: boolean;
	error?: NodeFault;
	/** Why nothing is known at the moment. */
	reason?: string;
}

export const statusIn = (json: IDataObject | undefined): string =>
	String(json?.status ?? '').toLowerCase();

/** Whether a message under the reference may be the one that is waited for, by the number that it went to: another send may have used it. */
export const fitsNumber = ({ sentTo }: Watched, { msisdn }: IDataObject): boolean =>
	sentTo === undefined || isBlank(msisdn) || isSamePhone(msisdn, sentTo);

/** Notes what the service says of a message. */
export function note(message: Watched, said: IDataObject): void {
	message.json = said;
	message.done = MESSAGE_STATUSES[statusIn(said)] === true;
	delete message.reason;
}

/** The same where lists say less of a message than its own look-up: what they leave out stays as it was. */
export function noteInPart(message: Watched, said: IDataObject): void {
	const given = Object.entries(said).filter(([, value]) => value !== null);
	note(message, { ...message.json, ...Object.fromEntries(given) });
}
