import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { builtRequest } from '../../nodes/MessagingService/dispatch/checks.ts';
import { checkBody } from '../../nodes/MessagingService/dispatch/checks.ts';
import { accept } from '../../nodes/shared/checked.ts';

const check = checkBody('name', (value) => accept(value));
/** What n8n gives a preSend action where its database cannot be read. */
const context = (error: unknown): IExecuteSingleFunctions =>
	({
		getExecuteData: () => undefined,
		getInputData: () => ({ json: {} }),
		getItemIndex: () => 0,
		getNodeParameter: () => null,
		getTimezone: () => 'UTC',
		getCredentials: async () => await Promise.reject(error),
	}) as unknown as IExecuteSingleFunctions;

describe('what goes wrong while n8n builds a request', () => {
	it.each<[string, unknown]>([
		['an error', new Error('SQLITE_BUSY: database is locked')],
		['anything else', 'SQLITE_BUSY: database is locked'],
	])('waits until it can be told with its item: %s', async (_, error) => {
		const options = { url: '/api', body: { name: 'Ann' } } as IHttpRequestOptions;
		expect(await check.call(context(error), options)).toBe(options);
		const { failure, refusals } = builtRequest(options);
		expect([failure?.message, refusals]).toEqual(['SQLITE_BUSY: database is locked', []]);
	});

	it('is nothing where nothing does', () => expect(builtRequest({})).toEqual({ refusals: [] }));
});
