import type { IDataObject } from 'n8n-workflow';
import { rejected, refusalError, type ServiceFault } from '../../../shared/errors';
import {
	normaliseReceived,
	receivedEntries,
	receivedRow,
	receivedTotal,
	type Received,
} from '../../../shared/reply';
import { callReceived, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { asSeen } from '../../../shared/text';
import { formatServiceTime, MS_PER_DAY } from '../../../shared/time';
import type { CallOutcome } from '../../../shared/transport';
import { accept, kindOf, refuse, refuseAs, type Checked } from '../../../shared/validation';
import { inServiceTime } from '../../dispatch/checks';
import { toQuery } from '../../dispatch/places';
import { asReply } from '../../dispatch/declared';
import { limitOf, type Item } from '../../dispatch/item';
import { getMany } from '../builders';

/** Characters of a sender that replies are asked for (extensions notes, section 2). */
const SENDER = { min: 3, max: 15 };

/** Judges the own sender whose replies are wanted. */
function checkOwnSender(value: unknown): Checked<string> {
	if (typeof value !== 'string' && typeof value !== 'number')
		return refuseAs('Sender', `is ${kindOf(value)}`, 'Use the name or number of your sender.');
	const name = asSeen(String(value));
	if (name.length >= SENDER.min && name.length <= SENDER.max) return accept(name);
	return refuseAs(
		'Sender',
		`has ${name.length} characters instead of ${SENDER.min} to ${SENDER.max}`,
		'Use the name or number of your sender, as the service shows it.',
	);
}

/** The period that is asked for, in the service's form: a day by default, since the list has no pages. */
function periodOf(qs: IDataObject, item: Item): { start_date: string; end_date: string } {
	const now = Date.now();
	const end_date = String(qs.end_date ?? formatServiceTime(now, item.zone));
	const start_date = String(qs.start_date ?? formatServiceTime(now - MS_PER_DAY, item.zone));
	if (start_date <= end_date) return { start_date, end_date };
	const { refusal } = refuse(
		'Received After',
		'Received After is later than Received Before',
		`The period ${start_date} to ${end_date} (${item.zone}) holds nothing. Without Received After it begins a day ago.`,
	);
	throw refusalError(item.ctx.node, refusal, item.index);
}

/** What is said of a list that shows fewer replies than it counts: which of them it leaves out is unknown. */
function notAll(body: unknown): ServiceFault | undefined {
	const shown = receivedEntries(body)?.length ?? 0;
	const total = receivedTotal(body) ?? 0;
	if (total <= shown) return undefined;
	return rejected(
		`The service counts ${total} replies and shows ${shown} of them`,
		'It has no pages. Ask for a shorter period with Received After and Received Before, and for the rest of it after that.',
	);
}

/** Reads the replies of the period, puts the newest first, and cuts the list at the limit: the service does neither. */
async function callNewest(item: Item, { qs = {} }: RequestParts): Promise<CallOutcome> {
	const { sender } = qs;
	const outcome = await callReceived(item.service, {
		...periodOf(qs, item),
		...(typeof sender === 'string' && { sender }),
	});
	if (outcome.fault) return outcome;
	const fault = notAll(outcome.reply.body);
	if (fault) return { fault };
	const timeOf = (entry: object) => String(normaliseReceived(entry, item.zone).received_at);
	const entries = (receivedEntries(outcome.reply.body) ?? []) as IDataObject[];
	const newest = [...entries].sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
	return asReply({ records: newest.slice(0, limitOf(item)) });
}

/** List replies to 2WAY messages, an extension (extensions notes, section 2). */
export const getAllReceived = getMany({
	option: {
		name: 'Get Many Received',
		value: 'getAllReceived',
		action: 'Get many received SMS',
		description:
			'List replies to SMS (2WAY), and which are opt-outs such as STOP. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listReceived,
	filters: [
		{
			displayName: 'Received After',
			name: 'from',
			type: 'dateTime',
			default: '',
			description:
				'The start of the period in which the replies came, by default a day ago. The service returns all replies of the period at once.',
			routing: toQuery('start_date', inServiceTime('Received After')),
		},
		{
			displayName: 'Received Before',
			name: 'to',
			type: 'dateTime',
			default: '',
			description: 'The end of the period in which the replies came, by default now',
			routing: toQuery('end_date', inServiceTime('Received Before')),
		},
		{
			displayName: 'Sender',
			name: 'sender',
			type: 'string',
			default: '',
			placeholder: 'e.g. 380445550011',
			description: 'Only list replies to this sender of yours, 3 to 15 characters',
			routing: toQuery('sender', checkOwnSender),
		},
	],
	ask: callNewest,
	output: {
		read: (entry, zone) => ({ ...normaliseReceived(entry, zone) }),
		toRow: (received) => receivedRow(received as unknown as Received),
	},
});
