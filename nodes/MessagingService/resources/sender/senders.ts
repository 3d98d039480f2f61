import type { IDataObject } from 'n8n-workflow';
import { normaliseApplication } from '../../../shared/reply';

/** The sender applications (4.13). */
export const APPLICATIONS = '/api/senders/requests/sms';

/** The simplified form of a normalised application. */
export function simpleApplication(application: IDataObject): IDataObject {
	const { id, sender, status, country_code, type, created_at, registered_at, status_changed_at, legal_name, rejection_reason } = application;
	return { id, sender, status, country_code, type, created_at, registered_at, status_changed_at, legal_name, rejection_reason };
}

/** An application in the form the user asked for. */
export function applicationOutput(record: unknown, { simplify, zone }: { simplify: boolean; zone: string }): IDataObject {
	const application = normaliseApplication(record, zone);
	return simplify ? simpleApplication(application) : application;
}
