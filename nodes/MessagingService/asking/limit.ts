import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { readTime } from '../../shared/time';
import { accept, refuse, refuseAs, type Checked } from '../../shared/validation';

/** How long a unit of an interval lasts. */
const UNIT_MS: Partial<Record<string, number>> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};
/** The longest interval, in its unit. */
const LONGEST = 10_000;

/** When an execution that begins to wait at `from` (ms) goes on without an answer. */
type WaitLimit = (from: number) => Date;

type Values = Partial<Record<string, unknown>>;

function afterInterval({ resumeAmount = 1, resumeUnit = 'hours' }: Values): Checked<WaitLimit> {
	const isNumber = typeof resumeAmount === 'number' || typeof resumeAmount === 'string';
	const amount = isNumber ? Number(resumeAmount) : NaN;
	const unit = typeof resumeUnit === 'string' ? UNIT_MS[resumeUnit] : undefined;
	if (unit === undefined)
		return refuseAs('Limit Wait Time', 'has an unknown unit', 'Use minutes, hours or days.');
	if (!(amount > 0 && amount <= LONGEST))
		return refuseAs(
			'Limit Wait Time',
			`needs an amount above 0 and up to ${LONGEST}`,
			'Remove Limit Wait Time to wait until the answer comes.',
		);
	return accept((from) => new Date(from + amount * unit));
}

function atTime(maxDateAndTime: unknown, zone: string, now: number): Checked<WaitLimit> {
	const instant = readTime(maxDateAndTime, zone, 'Limit Wait Time');
	if (!instant.ok) return instant;
	if (instant.value <= now)
		return refuse(
			'Limit Wait Time',
			'Limit Wait Time lies in the past',
			'Nobody could answer in time. Choose a later date and time.',
		);
	return accept(() => new Date(instant.value), instant.hint);
}

/**
 * Checks Limit Wait Time: how long the execution waits, for ever where no limit is set. The values have the names of n8n's own nodes;
 * `zone` is the workflow's, `now` in ms.
 */
export function checkWaitLimit(values: Values, zone: string, now: number): Checked<WaitLimit> {
	if (Object.keys(values).length === 0) return accept(() => WAIT_INDEFINITELY);
	if (values.limitType === 'atSpecifiedTime') return atTime(values.maxDateAndTime, zone, now);
	return afterInterval(values);
}
