import { BOUND_RULE } from './bounds.mts';
import type { Mode } from './bounds.mts';
import type { Cell } from './cells.mts';
import type { Fault } from './faults.mts';
import type { Outcome } from './outcomes.mts';

const SIGNS: Readonly<Record<Outcome, string>> = {
	taken: '=',
	repeated: '↻',
	found: '⌕',
	stopped: '✗',
	open: '?',
	timeUp: '…',
	otherPath: '⇄',
	later: '»',
};

const LEGEND = `| Sign | Meaning |
|---|---|
| = | The reply is taken as it is. A status that nobody knows is shown as it came |
| ↻ | The request is repeated, and succeeds. One that sends or creates is repeated only where the service surely did not act, or was asked and does not have it |
| ⇄ | The other path that services have for it is asked, and answers |
| ⌕ | The request is not repeated: the service is asked, and has carried it out. What only the lost reply told (the ID of a bulk task) stays empty |
| ✗ | The node stops. The service has not carried it out, or nothing was to be done. A poll of the trigger fails, and the first one after the fault reports what it missed |
| ? | The node stops and says that the service may have carried it out. It is not sent again blindly |
| … | The time to wait is up: the item says so, with the reason |
| » | No error: the poll reports what it could read, and the first one after the fault reports the rest |

A cell is empty where the fault cannot be. A refused login stands for 15 seconds: what needs a token fails alike in that time.
`;

const signOf = (cells: Cell[], fault: Fault, subject: string, mode: Mode): string => {
	const outcome = cells.find(
		(cell) => cell.fault.id === fault.id && cell.subject.id === subject && cell.mode === mode,
	)?.outcome;
	return outcome ? SIGNS[outcome] : '';
};

/** Subjects that behave the same in every cell share a column. */
function columnsOf(
	cells: Cell[],
	faults: Fault[],
	mode: Mode,
): Array<{ id: string; titles: string[] }> {
	const columns = new Map<string, { id: string; titles: string[] }>();
	for (const { id, title } of new Map(
		cells.filter((cell) => cell.mode === mode).map(({ subject }) => [subject.id, subject]),
	).values()) {
		const key = faults.map((fault) => signOf(cells, fault, id, mode)).join();
		const column = columns.get(key);
		if (column) column.titles.push(title);
		else columns.set(key, { id, titles: [title] });
	}
	return [...columns.values()];
}

function tableOf(cells: Cell[], faults: Fault[], mode: Mode): string {
	const shown = faults.filter((fault) =>
		cells.some((cell) => cell.fault.id === fault.id && cell.mode === mode),
	);
	const columns = columnsOf(cells, shown, mode);
	const legend = columns
		.map(({ titles }, index) => `${String.fromCharCode(65 + index)}: ${titles.join('; ')}`)
		.join('  \n');
	const head = ['Fault', ...columns.map((_, index) => String.fromCharCode(65 + index))];
	const rows = shown.map((fault) => [
		fault.title,
		...columns.map(({ id }) => signOf(cells, fault, id, mode)),
	]);
	return `${legend}\n\n| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}

/** Without what differs from run to run. */
const plain = (text: string): string =>
	text
		.replace(/ \[item \d+\]/g, '')
		.replace(/(?:127\.0\.0\.1|localhost):\d+/g, 'service.example')
		.replaceAll('|', '\\|');

function textsOf(cells: Cell[], faults: Fault[]): string {
	const rows = faults.flatMap((fault) => {
		const cell = cells.find(
			(other) =>
				other.fault.id === fault.id && other.subject.id === 'sms.get' && other.mode === 'stays',
		);
		return cell?.message
			? [`| ${fault.title} | ${plain(cell.message)} | ${plain(cell.description ?? '')} |`]
			: [];
	});
	return `| Fault | Message | What to do |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The page of the matrix, the same for the same outcomes. */
export function pageOf(cells: Cell[], faults: Fault[]): string {
	return `# Faults

Written by \`npm run test:faults\`, which runs every operation of the node (through n8n's own engine) and every event of the trigger under every fault of the sandbox.
In each of the ${cells.length} cells it counts in the sandbox what was carried out: nothing is lost without a word, nothing is done twice, and no text shows a key, a token or a whole phone number.
What the trigger missed under a fault, a later poll reports, once. A success has the same output as an undisturbed run, and each error says what its fault did and what to do.

Messages, campaigns, applications and reports are counted where the service keeps them. Stop and Renew are counted by the requests that the service handled, since a campaign's state
cannot show that it was set twice: each is handled once at most. Contact: Update may be repeated after an unknown outcome, as setting the same values again does no harm; its requests
are compared, and are all the same.

Time is bounded by the settings. ${BOUND_RULE}

${LEGEND}
## The fault meets the first request

${tableOf(cells, faults, 'once')}
## The fault stays

The questions that the node asks meet the fault too. Retries end after the time set under Retry For.

${tableOf(cells, faults, 'stays')}
## The fault stays until Retry On Fail runs the node again

Operations that send or change something; Report: Request is left out, since another report does no harm. The sign tells how the second run ends.

${tableOf(cells, faults, 'retried')}
## What the user reads

The example is SMS: Get. Sends whose outcome is not known begin with "It is not known whether the service accepted the send", and name the reference to ask for; Send SMS to Contact Lists has none, and tells to look in the service.

${textsOf(cells, faults)}`;
}
