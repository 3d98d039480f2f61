import type { INodePropertyRouting, PostReceiveAction } from 'n8n-workflow';
import { filled, wholeMessageRow } from '../../../shared/reply';
import { callMessage, messageOf, type MessageName } from '../../../shared/service';
import { checkId, checkReferenceLookup } from '../../../shared/validation';
import { carryOut, type CarryOut, type ReplyInZone } from '../../dispatch/declared';
import { valueOf } from '../../dispatch/parameters';

/** What the user named the message with, as it goes into the request. */
function nameOf(by: 'id' | 'reference', typed: unknown): MessageName {
	const checked = by === 'id' ? checkId(typed, 'Message ID') : checkReferenceLookup(typed);
	const name = checked.ok ? checked.value : '';
	return by === 'id' ? { id: name } : { reference: name };
}

/**
 * How a message is asked for by the name that the parameter holds, and how its output is made. A reply that is about no message, or about
 * another one, is an error; the name stands in the output even where the reply leaves it out.
 */
export function messageBy(
	by: 'id' | 'reference',
	parameter: string,
): Pick<INodePropertyRouting, 'operations' | 'output'> {
	const call: CarryOut['call'] = async (item) =>
		await callMessage(item.service, nameOf(by, item.parameter(parameter, '')));
	const toMessage: PostReceiveAction = async function (_items, response) {
		const { body, timeZone } = response as unknown as ReplyInZone;
		const name = nameOf(by, valueOf(this.getNodeParameter(parameter, '')));
		return [{ json: filled(wholeMessageRow(messageOf(body, name, timeZone))) }];
	};
	return { operations: { pagination: carryOut({ call }) }, output: { postReceive: [toMessage] } };
}
