import type { INodeProperties } from 'n8n-workflow';
import { normaliseApplication } from '../../../shared/reply';
import { confirmedBy, picker, toRecord, toRecords } from '../../listing/records';

export const SIMPLIFY_APPLICATION: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response (ID, sender, status, country, type, dates, legal name and rejection reason) instead of all fields',
};

const simplified = picker(
	'id',
	'sender',
	'status',
	'country_code',
	'type',
	'created_at',
	'registered_at',
	'status_changed_at',
	'legal_name',
	'rejection_reason',
);

/** The postReceive action that makes the output of sender applications (2.4). */
export const toApplications = toRecords(normaliseApplication, simplified);

/** The same of the one application that was made, and whether the reply or the list of applications showed that it was. */
export const toRegistered = toRecord(normaliseApplication, simplified, confirmedBy);
