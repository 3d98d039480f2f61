import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageHash } from '../../tools/lib/packageHash.mts';

const NODE = 'dist/nodes/Sample/Sample.node.js';
const MANIFEST = { name: 'sample', version: '1.0.0', n8n: { nodes: [NODE], credentials: [] } };
const CODE = `'use strict';
// Shared by several parameters.
const EXPLAINED = 'Whether to do without it';
const LIMIT = 10;
const common = { placeholder: 'e.g. word', default: 'one' };
exports.Sample = class Sample {
	description = {
		displayName: 'Sample',
		name: 'sample',
		properties: [
			{ displayName: 'Message Type', name: 'type', type: 'options', default: 'sms', options: [
				{ name: 'SMS', value: 'sms', action: 'Send SMS', description: 'Text' },
				{ name: 'RCS', value: 'rcs' },
			] },
			{ displayName: 'Simplify', name: 'simplify', type: 'boolean', default: true, description: EXPLAINED },
			{ displayName: 'Limit', name: 'limit', type: 'number', default: 5, description: \`At most \${LIMIT} of them\` },
			{ displayName: 'Word', name: 'word', type: 'string', ...common },
		],
	};
	async execute() {
		if (this.type === 'SMS') throw new Error('No answer from the service');
		return { name: 'Header', description: 'Text of an answer' };
	}
};
`;

describe('the hash of what a package does', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'messaging-hash-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	async function hashWith(code: string, manifest: object = MANIFEST): Promise<string> {
		mkdirSync(path.join(folder, path.dirname(NODE)), { recursive: true });
		writeFileSync(path.join(folder, NODE), code);
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
		return await packageHash(folder);
	}
	const changed = async (from: string, to: string): Promise<string> => {
		expect(CODE.split(from)).toHaveLength(2);
		return await hashWith(CODE.replace(from, to));
	};

	it.each([
		['a label', "'Message Type'", "'Kind of Message'"],
		['the name of an option', "{ name: 'RCS'", "{ name: 'Rich Message'"],
		['the action of an operation', "'Send SMS'", "'Send an SMS'"],
		['the description of an option', "description: 'Text'", "description: 'A text message'"],
		['a text that parameters share', "'Whether to do without it'", "'Whether to leave it out'"],
		['a sample that is spread in', "'e.g. word'", "'e.g. sentence'"],
		['a text around a limit', '`At most ${LIMIT} of them`', '`Up to ${LIMIT} of these`'],
		['the title of the node', "displayName: 'Sample'", "displayName: 'An Example'"],
		['a comment', '// Shared by several parameters.', '// Shared, /* and told */ by hand.'],
		['the layout', 'const LIMIT = 10;', 'const\n\tLIMIT =\n\t\t10;'],
	])('stays after a change of %s', async (_, from, to) => {
		expect(await changed(from, to)).toBe(await hashWith(CODE));
	});

	it.each([
		['a limit', 'LIMIT = 10', 'LIMIT = 11'],
		['a default', "default: 'one'", "default: 'two'"],
		['the default of an option', "default: 'sms'", "default: 'rcs'"],
		['a stored name', "name: 'limit'", "name: 'most'"],
		['the value of an option', "value: 'rcs'", "value: 'rich'"],
		['the text of an error', "'No answer from the service'", "'No answer'"],
		['a word of the code that is also a label', "this.type === 'SMS'", "this.type === 'RCS'"],
		['an answer', "'Text of an answer'", "'Text of a reply'"],
		['a statement', 'if (this.type', 'if (!this.type'],
		['what a text is made of', 'At most ${LIMIT}', 'At most ${LIMIT + 1}'],
		['the place of a spread', ', ...common }', ' }'],
	])('changes with %s', async (_, from, to) => {
		expect(await changed(from, to)).not.toBe(await hashWith(CODE));
	});

	it('stays with the version of a release, and changes with what n8n is told', async () => {
		const hash = await hashWith(CODE);
		expect(await hashWith(CODE, { ...MANIFEST, version: '1.1.0', private: true })).toBe(hash);
		expect(await hashWith(CODE, { ...MANIFEST, n8n: { ...MANIFEST.n8n, strict: true } })).not.toBe(
			hash,
		);
		expect(await hashWith(CODE, { ...MANIFEST, dependencies: { axios: '1.0.0' } })).not.toBe(hash);
	});
});
