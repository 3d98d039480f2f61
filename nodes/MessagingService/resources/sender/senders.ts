import type { INodeProperties } from 'n8n-workflow';

export const SIMPLIFY_APPLICATION: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		"Whether to return a simplified version of the response (ID, sender, status, country, type, dates, legal name and rejection reason) instead of the service's own record",
};
