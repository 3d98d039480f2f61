import type { INodeProperties } from 'n8n-workflow';

/**
 * n8n's own Request Options, under Settings. n8n adds them to declarative nodes by itself, but not to those that have a webhook; names
 * and defaults are n8n's, since workflows hold them.
 */
export const REQUEST_OPTIONS: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add option',
	default: {},
	description: 'How n8n makes the requests of this node',
	options: [
		{
			displayName: 'Batching',
			name: 'batching',
			type: 'fixedCollection',
			placeholder: 'Add batching',
			default: { batch: {} },
			description: 'Whether requests leave in batches with pauses between them',
			options: [
				{
					displayName: 'Batching',
					name: 'batch',
					values: [
						{
							displayName: 'Items per Batch',
							name: 'batchSize',
							type: 'number',
							typeOptions: { minValue: -1 },
							default: 50,
							description:
								'How many items a batch has; with -1 there are no batches, and 0 counts as 1. A send makes no more requests than that at a time.',
						},
						{
							displayName: 'Batch Interval (Ms)',
							name: 'batchInterval',
							type: 'number',
							typeOptions: { minValue: 0 },
							default: 1000,
							description:
								'How many milliseconds lie between two batches; with 0 there is no pause',
						},
					],
				},
			],
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://myproxy:3128',
			description:
				'The HTTP proxy to use. With a user and a password: http://username:password@myproxy:3128.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10000,
			description: 'How many milliseconds to wait for the service to answer one request',
		},
	],
};
