import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { normaliseApplication } from '../../../shared/reply';
import { picker, type Item } from '../../operations/item';

/** The sender applications (4.13). */
export const APPLICATIONS = '/api/senders/requests/sms';

export const SIMPLIFY_APPLICATION: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response (ID, sender, status, country, type, dates, legal name and rejection reason) instead of all fields',
};

const simple = picker(
	'id sender status country_code type created_at registered_at status_changed_at legal_name rejection_reason',
);

/** An application in the form the user asked for. */
export function applicationOutput(record: unknown, item: Item): IDataObject {
	const application = normaliseApplication(record, item.zone);
	return item.parameter('simplify', true) ? simple(application) : application;
}
