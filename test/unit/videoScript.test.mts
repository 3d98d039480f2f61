import { readFileSync } from 'node:fs';
import { exampleFiles } from '../support/exampleFiles.mts';

// The script of the video for n8n's reviewers names what is on the screen today, and stays within the time that they allow.

const SCRIPT = readFileSync('docs/video-script.md', 'utf8');
const TEXTS = readFileSync('docs/texts.md', 'utf8');
const CODE = readFileSync('credentials/MessagingServiceApi.credentials.ts', 'utf8');
/** What n8n calls its own buttons, and the title of a page. */
const OTHERS = new Set([
	'Execute step',
	'Execute workflow',
	'Fetch Test Event',
	'Messaging Service Trigger',
	'Resources and operations',
]);

test('every name in it is on the screen', () => {
	const examples = exampleFiles();
	const names = new Set(
		examples.flatMap(({ name, nodes }) => [name, ...nodes.map((node) => node.name)]),
	);
	const said = [...SCRIPT.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name);
	expect(said.length).toBeGreaterThan(10);
	const unknown = said.filter(
		(name) =>
			!names.has(name) &&
			!OTHERS.has(name) &&
			!TEXTS.includes(`**${name}**`) &&
			!CODE.includes(`displayName = '${name}'`),
	);
	expect(unknown).toEqual([]);
});

test('it goes forward in time, and ends within five minutes', () => {
	const times = [...SCRIPT.matchAll(/^\| (\d):(\d\d) /gm)].map(
		([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
	);
	expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
	expect(times.at(-1)).toBeLessThan(300);
});
