import { came, WAYS } from './streamCases.mts';
import { CASES } from './streamTable.mts';

// Items are a short file: what becomes of a row is the same in both, or the table says what differs.

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));
afterEach(() => jest.restoreAllMocks());

describe.each(WAYS)('the same rows as %s', (way) => {
	it.each(CASES)('$name', async ({ tries, is }) => {
		expect(await came(way, tries)).toEqual('rows' in is ? is : is[way]);
	});
});
