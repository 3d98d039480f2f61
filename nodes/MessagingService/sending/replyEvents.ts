import type { IDataObject } from 'n8n-workflow';
import { faultOfCode, type ServiceFault } from '../../shared/errors';
import { CODE_REFERENCE_PRESENT, SUCCESS_CODE } from '../../shared/spec';
import type { SendEndpoint, SendReply } from './requests';
import type { Recipient, RecipientEvent } from './outcomes';

/* What a reply to a send says of single recipients. Nothing here sends or changes anything. */

/** What the output tells of the request that a recipient went out with. */
export function requestFields(
	{ campaign, recipientsPerRequest }: SendEndpoint,
	{ id = null, task_id = null }: IDataObject,
): IDataObject {
	if (campaign) return { campaign_id: id };
	return recipientsPerRequest > 1 ? { task_id } : {};
}

/** Whether a fault says that the service knows the reference already. */
export const isReferenceTaken = (fault: ServiceFault): boolean =>
	fault.code === CODE_REFERENCE_PRESENT;

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value));

/**
 * Which recipients of a campaign the service refused (422), by index: whether for a reference that is taken, or why else.
 * Takes the reply's body; the keys of a map lose their dots ("messages0reference_id"), the texts of a list keep them.
 */
export function refusedRecipients(body: unknown): {
	taken: Set<number>;
	other: Map<number, string>;
} {
	const taken = new Set<number>();
	const other = new Map<number, string>();
	const { errors } = Object(body) as IDataObject;
	const said: Array<[key: string, text: string]> = Array.isArray(errors)
		? errors.map((text) => [String(text), String(text).replace(/^\S+:\s*/, '')])
		: Object.entries(errors ?? {}).map(([key, value]) => [key, textOf(value)]);
	for (const [key, text] of said) {
		const match = /^(?:messages|phones)\W*(\d+)\W*(\w*)/.exec(key);
		if (!match) continue;
		const index = Number(match[1]);
		const field = match[2] ?? '';
		if (
			field.startsWith('reference') &&
			/taken|present|exist|already|uni[qk]|duplic|used/i.test(text)
		)
			taken.add(index);
		else other.set(index, text);
	}
	return { taken, other };
}

/** What the reply to a request says of each recipient that it carried; undefined where the reference is taken. */
export function eventsOfReply(
	endpoint: SendEndpoint,
	{ summary, recipients: results }: SendReply,
	recipients: readonly Recipient[],
): Array<RecipientEvent | undefined> {
	const ofRequest = requestFields(endpoint, summary);
	const accepted = (fields: IDataObject, reason?: string): RecipientEvent => ({
		type: 'accepted',
		answer: { fields, summary },
		already: false,
		reason,
	});
	// The service took the request as a whole, such as a campaign, and says nothing of single recipients.
	if (!results) {
		const event = accepted(ofRequest);
		return recipients.map(() => event);
	}
	const byReference = new Map(results.map((result) => [String(result.reference || ''), result]));
	byReference.delete('');
	// Results that bear no reference of ours belong, in order, to the recipients that no result names.
	const references = new Set(recipients.map(({ message }) => message.reference));
	references.delete('');
	const nameless = results.filter((result) => !references.has(String(result.reference || '')));
	const unnamed = recipients.filter(({ message }) => !byReference.has(message.reference));
	const byRecipient = new Map(
		nameless.length === unnamed.length
			? unnamed.map((recipient, index) => [recipient, nameless[index]] as const)
			: [],
	);

	return recipients.map((recipient) => {
		const { reference } = recipient.message;
		const result = byReference.get(reference) ?? byRecipient.get(recipient);
		if (!result)
			return accepted(
				ofRequest,
				'The reply does not name this recipient: look it up by its reference',
			);
		const code = Number(result.error ?? SUCCESS_CODE);
		if (code === SUCCESS_CODE) return accepted({ ...ofRequest, ...result.fields });
		const fault = faultOfCode(code);
		if (isReferenceTaken(fault) && reference !== '') return undefined;
		const { message, description } = fault;
		return {
			type: 'refused',
			refusal: { field: '', message, description },
			answer: { fields: { ...ofRequest, error_code: code }, summary },
		};
	});
}
