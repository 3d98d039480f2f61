/** How values are written on the page. Times are the service's own, in UTC unless the sandbox names another zone. */
import { sandboxNow, state } from './state.js';

/** Tone of each status: the colour says at a glance how it went. */
const TONES = {
	delivered: 'good',
	read: 'good',
	done: 'good',
	'registration completed': 'good',
	sent: 'busy',
	sending: 'busy',
	accepted: 'busy',
	'in progress': 'busy',
	new: 'calm',
	scheduled: 'calm',
	moderation: 'calm',
	creation: 'calm',
	waiting: 'calm',
	paused: 'warn',
	unknown: 'warn',
	spam: 'warn',
	stopped: 'bad',
	expired: 'bad',
	undelivered: 'bad',
	undeliverable: 'bad',
	failed: 'bad',
	rejected: 'bad',
	deleted: 'bad',
	'not-viber-user': 'bad',
};

export const MESSAGE_STATUSES = [
	'new',
	'scheduled',
	'moderation',
	'accepted',
	'sending',
	'sent',
	'delivered',
	'read',
	'undelivered',
	'undeliverable',
	'failed',
	'rejected',
	'expired',
	'deleted',
	'unknown',
	'not-viber-user',
];

/** @returns {'good'|'busy'|'calm'|'warn'|'bad'} the tone of a status */
export function tone(status) {
	return TONES[String(status).toLowerCase()] ?? 'calm';
}

const formats = new Map();
function format(options) {
	const timeZone = state.info.timeZone ?? 'UTC';
	const key = timeZone + JSON.stringify(options);
	if (!formats.has(key))
		formats.set(key, new Intl.DateTimeFormat('en-GB', { timeZone, ...options }));
	return formats.get(key);
}

/** A clock time, with the day in front when it is not today's. */
export function shortTime(ms) {
	if (!ms) return '';
	const day = format({ day: 'numeric', month: 'short' });
	const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(ms);
	return day.format(ms) === day.format(sandboxNow())
		? clock
		: `${day.format(ms)} ${clock.slice(0, 5)}`;
}

/** The whole date and time. */
export function fullTime(ms) {
	return ms
		? format({
				year: 'numeric',
				month: 'short',
				day: 'numeric',
				hour: '2-digit',
				minute: '2-digit',
				second: '2-digit',
			}).format(ms)
		: '';
}

/** 12345 as 12,345. */
export function count(number) {
	return Number(number ?? 0).toLocaleString('en-GB');
}

/** "1 message", "2 messages". */
export function plural(number, noun) {
	return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}
