import { offsetAt } from '../../../shared/time';
import { ready, type Message, type Recipient } from '../message';
import { withStarts, type Timing } from '../quietHours';
import type { SendRun } from '../run';
import type { BatchSettings } from '../parameters';

/*
 * Quiet Hours of a file. Which lines go out in one request must be the same whenever the file is sent: a later try finds by it what an
 * earlier one did, hours later too, and after a process was killed. So lines are put together by the clocks of their recipients and
 * not by the moment at which they may go, which changes while time passes. The moment is found when a request leaves.
 */

/** Clocks are compared on one day of each week in this year. Any year does: it must only be the same in all tries. */
const FIRST_SAMPLE = Date.UTC(2026, 0, 1);
const [WEEK_MS, SAMPLES] = [604_800_000, 53];

/** What the clocks of a zone show against UTC over the year. */
function clockOf(zone: string): string {
	const offsets = Array.from({ length: SAMPLES }, (_, week) =>
		offsetAt(FIRST_SAMPLE + week * WEEK_MS, zone),
	);
	return offsets.filter((offset, week) => week === 0 || offset !== offsets[week - 1]).length === 1
		? String(offsets[0])
		: offsets.join();
}

/** Returns what tells which recipients have the same clocks: the same text for all of them. */
export function clockReader(): (recipient: Recipient) => string {
	const clocks = new Map<string, string>();
	const texts = new Map<readonly string[], string>();

	function read(zone: string): string {
		const known = clocks.get(zone) ?? clockOf(zone);
		clocks.set(zone, known);
		return known;
	}

	return ({ message: { zones = [] } }) => {
		const known = texts.get(zones) ?? [...new Set(zones.map(read))].sort().join(' ');
		// Without zones the list is a new one each time.
		if (zones.length > 0) texts.set(zones, known);
		return known;
	};
}

/** What tells at this moment when the recipients of a file go out. */
export const timingNow = (run: SendRun, { quiet }: BatchSettings): Timing => ({
	quiet,
	campaign: run.endpoint.kind === 'campaign',
	serviceZone: run.zone,
	now: Date.now(),
});

/**
 * Gives the messages of a request the one moment at which it may go out to all of them; a request that is held back, or may go at no
 * moment, is not ready. `wasTried`: an earlier try may have sent it.
 */
export function together(
	messages: readonly Message[],
	run: SendRun,
	settings: BatchSettings,
	wasTried: boolean,
): readonly Recipient[] {
	const zones = [...new Set(messages.flatMap((message) => message.zones ?? []))];
	const placed = messages.map((message) => ready({ ...message, zones }));
	return withStarts(placed, { ...timingNow(run, settings), wasTried: () => wasTried });
}
