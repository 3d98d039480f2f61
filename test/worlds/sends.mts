import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Engine, RunResult } from '../engine/harness.mts';
import { OLD_PHONE } from './beginnings.mts';
import { CORRECTED } from './keys.mts';
import type { Addressee, SendStory } from './chronicle.mts';
import type { Fate, Kind, Send } from './world.mts';

// What a user fills into the form of a send, and the items that come in.

const isContactLists = ({ operation }: Send): boolean =>
	operation === 'campaign.sendSmsToContactLists';
/** Whether an execution waits for the answer of the one who gets the message. */
export const asks = ({ operation }: Pick<Send, 'operation'>): boolean =>
	operation === 'sms.sendAndWait';
const takesMany = ({ operation }: Send): boolean =>
	!['sms.send', 'sms.sendAndWait', 'campaign.sendSmsToContactLists', 'rcsMessage.send'].includes(
		operation,
	);
/** Whether an item holds a list of recipients. */
const holdsLists = (send: Send): boolean => takesMany(send) && send.source === 'list';
/** Whether one item holds a file of all recipients. */
export const readsFile = (send: Send): boolean => takesMany(send) && send.source === 'file';

/** Three digits that tell the numbers of one send from those of another, and are none of the sandbox's special endings. */
const digits = (mark: string): string => String(100 + Number(mark.replace(/\D/g, '')));

/** Endings of numbers by which the service does something of its own. */
const ENDINGS: Readonly<Partial<Record<Kind, string>>> = { 'turned away': '0005', answers: '0006' };

/** Whether the first own reference is that of an older message to the same number. */
export const isUsedAgain = ({ reference, usedReference }: Send): boolean =>
	reference === 'custom' && usedReference === 'by the same';

/** Who is to get a send. A list send has a list in each of two items where it is long enough. */
export function addresseesOf(send: Send, mark: string, used: readonly string[]): Addressee[] {
	const number = digits(mark);
	const half = Math.ceil(send.recipients.length / 2);
	const kinds = asks(send) ? send.recipients.slice(0, 1) : send.recipients;
	const addressees = kinds.map((kind, index): Addressee => {
		// Ukraine; and with Quiet Hours Poland, too, where midnight comes an hour later.
		const country = send.quiet !== 'none' && index % 2 === 1 ? '48512' : '380991';
		const end = `${index}${ENDINGS[kind] ?? `0${number}`}`;
		return {
			kind: index === 0 && isUsedAgain(send) ? 'ordinary' : kind,
			phone:
				index === 0 && isUsedAgain(send)
					? OLD_PHONE
					: kind === 'no number'
						? '12'
						: `${country}${end.padStart(6, '0')}`,
			item:
				readsFile(send) || (holdsLists(send) && index < half) ? 0 : holdsLists(send) ? 1 : index,
			reference:
				index === 0 && send.usedReference !== 'no' ? (used[0] ?? '') : `own${number}x${index}`,
			repeats: false,
		};
	});
	const [first] = addressees;
	if (
		first &&
		send.repeated &&
		takesMany(send) &&
		send.source !== 'item' &&
		first.kind === 'ordinary'
	)
		addressees.push({
			...first,
			item: holdsLists(send) || readsFile(send) ? 0 : addressees.length,
			reference: `own${number}y`,
			repeats: true,
		});
	return addressees;
}

/** The input items of a send. */
export function itemsFor({ send, addressees, mark }: SendStory): INodeExecutionData[] {
	const recordOf = ({ phone, reference, repeats }: Addressee): IDataObject => ({
		phone,
		reference,
		name: repeats && send.sendsAll ? 'Bob' : 'Ann',
	});
	if (isContactLists(send))
		return addressees.slice(0, 2).map((_, item) => ({ json: { text: `${mark} list ${item}` } }));
	if (readsFile(send)) {
		const lines = addressees.map((one) => Object.values(recordOf(one)).join(','));
		const data = Buffer.from(['phone,reference,name', ...lines].join('\n')).toString('base64');
		return [{ json: {}, binary: { data: { data, mimeType: 'text/csv', fileName: 'list.csv' } } }];
	}
	if (!holdsLists(send)) return addressees.map((one) => ({ json: recordOf(one) }));
	const lists = [0, 1].map((item) => addressees.filter((one) => one.item === item));
	return lists
		.filter((list) => list.length > 0)
		.map((list) => ({ json: { people: list.map(recordOf) } }));
}

/** Whether each message has a text of its own. */
export const isPersonal = ({ operation, source }: Send): boolean =>
	/ndividual|ersonalized/.test(operation) && source !== 'item';
/** Whether the first recipient gets both of its messages. */
export const getsBoth = (send: Send): boolean => send.sendsAll && isPersonal(send);

/** Whether the user has deleted the first recipient from a list, which held another one. */
export const deletes = (send: Send, correction: Fate['correction']): boolean =>
	correction === 'deleted' && holdsLists(send) && send.recipients.length > 2;

/** The node's parameters of a send, as the user has corrected them. */
export function parametersFor(
	{ send, mark, addressees, startAt }: SendStory,
	correction: Fate['correction'] = 'none',
): INodeParameters {
	const [resource = '', operation = ''] = send.operation.split('.');
	const { retryFor, timeout, leaveOut, ifUnknown, quiet } = send;
	const requestOptions = { timeout: timeout * 1000 };
	const common = { resource, operation, sender: 'Shop', requestOptions };
	// The mark of a corrected text comes off again where messages are compared.
	const end = correction === 'text' ? CORRECTED : '';
	const options = {
		retryFor,
		...(ifUnknown === 'stop' ? {} : { ifOutcomeUnknown: ifUnknown }),
	};
	if (isContactLists(send))
		return {
			...common,
			groups: [201],
			text: `={{ $json.text }}${end}`,
			options,
		};
	if (asks(send))
		return { ...common, phone: '={{ $json.phone }}', message: `${mark} Hi${end}`, options };
	const text = isPersonal(send) ? `${mark} Hi {name}${end}` : `${mark} Hi${end}`;
	return {
		...common,
		...(send.operation.startsWith('rcs') ? { content: 'text', contentText: text } : { text }),
		...(takesMany(send) ? { recipientSource: send.source, simplify: send.simplify } : {}),
		phone: '={{ $json.phone }}',
		phoneField: 'phone',
		recipients: deletes(send, correction)
			? '={{ $json.people.slice($itemIndex === 0 ? 1 : 0) }}'
			: '={{ $json.people }}',
		options: {
			...options,
			referenceMode: send.reference,
			reference: '{reference}',
			// The form takes numbers only, and a recipient without one got no message.
			...(correction === 'leftOut' && addressees[0]?.kind !== 'no number'
				? { leaveOutNumbers: addressees[0]?.phone ?? '' }
				: {}),
			...(send.startsLater && send.quiet === 'none' ? { startAt } : {}),
			invalidRecipients: leaveOut ? 'skip' : 'stop',
			...(quiet === 'none' ? {} : { quietHours: { hours: { from: '00:30', to: '00:00' } } }),
		},
	};
}

/** What the result file of a send from a file says of its lines, as rows that are paired with the item that held the file. */
export async function linesOf(
	{ outputs }: Pick<RunResult, 'outputs'>,
	engine: Pick<Engine, 'readBinary'>,
): Promise<INodeExecutionData[]> {
	const results = outputs.flat().flatMap(({ binary }) => (binary?.result ? [binary.result] : []));
	const files = await Promise.all(results.map(async (file) => await engine.readBinary(file)));
	return files
		.flatMap((file) => parse(file, { columns: true }) as IDataObject[])
		.map((json) => ({ json, pairedItem: { item: 0 } }));
}
