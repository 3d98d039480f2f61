import { existsSync, readFileSync } from 'node:fs';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { textBetween } from '../../tools/lib/between.mts';
import { operationsTable } from '../../tools/lib/resourcePages.mts';
import { withSamples } from '../../tools/lib/samples.mts';

/** What README.md says of this node is held by tests, and its samples are the stored ones. */
const readme = readFileSync('README.md', 'utf8');

/** By row of the table "Why this node": the tests that prove the cell of this node, each with a part of its name. */
const PROOFS: Record<string, Array<[file: string, name: string]>> = {
	'Send to a whole list': [
		['test/engine/sends.test.mts', 'makes one campaign of all items'],
		['test/engine/sends-recipients.test.mts', 'splits more than 10,000 into campaigns, in order'],
	],
	'Send nothing twice': [
		['test/engine/faults-sends.test.mts', 'sends each message once'],
		['test/engine/faults-sends.test.mts', 'sends five messages with Retry On Fail'],
	],
	'Know what a send costs before it goes': [
		['test/engine/sends.test.mts', 'does everything but send in a dry run'],
	],
	'Find a wrong number in a list': [
		[
			'test/engine/sends.test.mts',
			'stops before the first request and names all invalid recipients',
		],
	],
	'Know whether it arrived': [
		['test/engine/sends-wait.test.mts', 'sends delivered and not delivered to two outputs'],
	],
	'Start a workflow when a status changes': [
		['test/engine/trigger.test.mts', 'reports new campaigns and changes of both types'],
	],
	'Choose from your account': [
		['test/engine/sender.test.mts', 'offers the registered names'],
		['test/engine/contact.test.mts', 'offers them by name'],
		['test/engine/rcsCampaign.test.mts', 'offers those that can be stopped'],
	],
	'Check the credential when you save it': [
		['test/engine/credentialTest.test.mts', 'tells a wrong key'],
		['test/engine/credentialTest.test.mts', 'tells a name that no server has'],
		['test/engine/credentialTest.test.mts', 'tells a service that is down'],
	],
	'Read a refusal': [
		['test/engine/status.sms.test.mts', 'stops with the cause, the cure and the item'],
	],
	'Download a report': [
		['test/engine/report.test.mts', 'streams a large file without holding it'],
		['test/engine/report.test.mts', 'file into the binary store, byte by byte'],
	],
	'Manage RCS campaigns': [
		['test/engine/rcsCampaign.test.mts', 'stops what is scheduled and what is paused'],
		['test/engine/rcsCampaign.test.mts', 'renews a paused campaign'],
	],
	'Make voice calls': [['test/unit/readme.test.mts', 'offers no voice calls']],
};

const rows = (textBetween(readme, 'why') ?? '')
	.split('\n')
	.slice(2)
	.map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);

test('each row of the table names what it compares, and no cell is empty', () => {
	expect(rows.length).toBeGreaterThan(5);
	for (const cells of rows) {
		expect(cells).toHaveLength(4);
		expect(cells.filter((cell) => cell === '')).toEqual([]);
	}
});

test('each row of the table has its proof, and each proof its row', () => {
	expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(PROOFS).sort());
});

test.each(Object.entries(PROOFS))('the proof of "%s" exists', (_, proofs) => {
	for (const [file, name] of proofs) {
		expect(existsSync(file)).toBe(true);
		expect(readFileSync(file, 'utf8')).toContain(name);
	}
});

test('offers no voice calls', () => {
	const { properties } = new MessagingService().description;
	const offered = properties
		.filter(({ name }) => name === 'resource' || name === 'operation')
		.flatMap(({ options = [] }) => options.map(({ name }) => name));
	expect(offered.filter((name) => /voice|call\b/i.test(name))).toEqual([]);
});

test('lists every operation of the node', () => {
	const { description } = new MessagingService();
	expect(textBetween(readme, 'operations')).toBe(operationsTable(description, 'docs/resources/'));
});

test('shows the stored samples', () => {
	expect(readme).toBe(withSamples(readme));
});

test('every picture and page that it links to exists', () => {
	const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, file]) => file);
	expect(links.filter((file) => file !== undefined && !existsSync(file))).toEqual([]);
});
