import type { INodeProperties } from 'n8n-workflow';
import { rejected, type ServiceFault, type ServiceReply } from '../../../shared/errors';
import { normaliseVerification, verificationRow } from '../../../shared/reply';
import { findVerification, withoutCodes, type RequestParts } from '../../../shared/service';
import { PENDING_VERIFICATION } from '../../../shared/spec';
import { checkUuid } from '../../../shared/validation';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { toPath } from '../../dispatch/places';

/** What the operations on verifications have in common. */
export const VERIFICATIONS = {
	extension: {
		what: 'one-time passwords',
		cure: 'Make a code with the Code node, keep it in a Data Table, and send it with SMS: Send.',
	},
	output: { read: normaliseVerification, toRow: verificationRow },
};

/** What those have in common that change one: its reply shows it, without what may hold a code. */
export const CHANGES = {
	...VERIFICATIONS,
	isShown: (item: Item, _request: RequestParts, body: unknown) =>
		normaliseVerification(body, item.zone).id !== null,
	seen: withoutCodes,
};

export const VERIFICATION_ID: INodeProperties = {
	displayName: 'Verification ID',
	name: 'verificationId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. ea5db413-e368-4952-b745-cc2030210c49',
	description: 'The verification_id that Send Code returned',
	routing: toPath('id', 'verificationId', (value) => checkUuid(value, 'Verification ID')),
};

/** A verification and its status, as the service shows it now; the fault if it does not. */
export async function readVerification(item: Item, id: string) {
	const { record, fault } = await findVerification(item.service, id);
	const { status } = normaliseVerification(record, item.zone);
	return { record, fault, status: String(status) };
}

/**
 * Says of a refused change what state the verification is in. `done` is what was to become of it; where it is `wanted` already, that is the
 * reply. `cure` says what else brings about what the change was for, if anything does.
 */
export async function explainState(
	item: Item,
	id: string,
	{ done, wanted, cure = '' }: { done: string; wanted?: string; cure?: string },
	refusal: ServiceFault,
): Promise<ServiceFault | ServiceReply> {
	if (refusal.httpStatus !== 404 && refusal.httpStatus !== 422) return refusal;
	const { record, fault, status } = await readVerification(item, id);
	if (!record) return fault ?? refusal;
	if (status === wanted) return { ...foundReply(record), wasThere: true };
	if (status === PENDING_VERIFICATION) return refusal;
	return rejected(
		`Verification ${id} cannot be ${done}: its status is ${status}`,
		`Only one that is pending can. ${cure}`.trimEnd(),
	);
}
