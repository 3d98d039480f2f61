import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { applicationRow, normaliseApplication } from '../../../shared/reply';
import { toRecords, type Output } from '../../listing/records';

export const SIMPLIFY_APPLICATION: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		"Whether to return a simplified version of the response (ID, sender, status, country, type, dates, legal name and rejection reason) instead of the service's own record",
};

const output: Output = { read: normaliseApplication, toRow: applicationRow };

/** The postReceive action that makes the output of sender applications (2.4). */
export const toApplications = toRecords(output);

/** The application of a legal entity: of its name the sample of 4.14 makes `legal_name`, and the table of fields `name`. */
export function normaliseLegal(body: unknown, zone: string): IDataObject {
	const application = normaliseApplication(body, zone);
	return { ...application, legal_name: application.legal_name ?? application.name };
}
