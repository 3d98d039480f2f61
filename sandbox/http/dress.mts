import { Readable } from 'node:stream';
import { Random, seedOf } from '../random.mts';
import type { Service } from '../service.mts';
import type { Dialect } from '../settings.mts';
import type { Answer } from './answers.mts';

// What is done to every answer alike, whatever the route: where a refusal of /api stands, and which fields are there.

/** Refusals of /api that keep their status: a client must see that its token has ended, or that it is too fast. */
const KEEP_STATUS: readonly number[] = [401, 429];
/** What holds a reply together, and so is never left out by chance. */
const FRAME: readonly string[] = ['data', 'meta', 'page', 'result', 'error', 'errors'];

interface Refusal {
	code?: number;
	message?: string;
	errors?: unknown;
}

/** A refusal of /api inside HTTP 200, in the place in which the dialect has it. */
function placed(place: Dialect['apiRefusals'], status: number, refusal: Refusal): unknown {
	const { message, errors } = refusal;
	const error = { error: status, errorDescription: message };
	switch (place) {
		case 'codeMessage':
			return { code: status, message, data: null };
		case 'errors':
			return { message, errors: errors ?? [message], data: null };
		case 'data':
			return { data: error };
		case 'result':
			return { result: error };
		default:
			return error;
	}
}

/** Rewrites an object's fields as the dialect has them. */
class Wardrobe {
	constructor(
		private readonly dialect: Dialect,
		private readonly random: Random,
	) {}

	/** Whether anything is rewritten at all: most services write their replies as they are. */
	get isPlain(): boolean {
		const { nullFields, extraFields, leaveOut, leaveOutPercent, emptyLists } = this.dialect;
		return (
			nullFields === 'null' &&
			!extraFields &&
			leaveOut.length === 0 &&
			leaveOutPercent === 0 &&
			emptyLists === 'list'
		);
	}

	/** The value with all that is in it rewritten. */
	rewrite(value: unknown): unknown {
		if (Array.isArray(value)) return value.map((inner) => this.rewrite(inner));
		if (typeof value !== 'object' || value === null) return value;
		const fields = Object.entries(value)
			.filter(([name, inner]) => this.isTold(name, inner))
			.map(([name, inner]): [string, unknown] => [name, this.told(name, inner)]);
		if (this.dialect.extraFields) fields.push(['new_field', { nested: [1] }]);
		return Object.fromEntries(fields);
	}

	private isTold(name: string, value: unknown): boolean {
		const { nullFields, leaveOut, leaveOutPercent, emptyLists } = this.dialect;
		if (value === null && nullFields === 'missing') return false;
		if (isEmptyData(name, value) && emptyLists === 'missing') return false;
		if (leaveOut.includes(name)) return false;
		return FRAME.includes(name) || this.random.next() * 100 >= leaveOutPercent;
	}

	private told(name: string, value: unknown): unknown {
		if (value === null && this.dialect.nullFields === 'empty') return '';
		if (isEmptyData(name, value) && this.dialect.emptyLists === 'null') return null;
		return this.rewrite(value);
	}
}

function isEmptyData(name: string, value: unknown): boolean {
	return name === 'data' && Array.isArray(value) && value.length === 0;
}

/** Where messages are sent, in either interface. */
const SEND = /^\/(?:rest\/sms\/create|api\/(?:campaigns|messages)\/(?:sms|rcs)\/send)/;

/** What a send answers that was taken, where the dialect does not tell what it made. */
function untold(how: Dialect['takenSends']): Answer | undefined {
	switch (how) {
		case 'told':
			return undefined;
		case 'redirect':
			return { status: 302, body: '', headers: { location: 'http://localhost:9/' } };
		case 'notes':
			return { status: 200, body: { errors: ['Queued for later'] } };
		default:
			return { status: Number(how.slice('empty'.length)), body: '' };
	}
}

/** The answer as the service's personality has it. */
export function dress(service: Service, url: string, answer: Answer): Answer {
	const { dialect } = service.config;
	let dressed = answer;
	const isTaken = answer.status < 300 && answer.refused !== true && !answer.log?.error;
	const instead = SEND.test(url) && isTaken ? untold(dialect.takenSends) : undefined;
	if (instead) return { ...instead, refused: false };
	const keepsStatus = answer.keepsStatus === true || KEEP_STATUS.includes(answer.status);
	const isRefusal = answer.status >= 400 && !keepsStatus;
	if (url.startsWith('/api') && isRefusal && dialect.apiRefusals !== 'status')
		dressed = {
			...answer,
			status: 200,
			refused: true,
			body: placed(dialect.apiRefusals, answer.status, answer.body as Refusal),
		};
	if (dressed.body instanceof Readable) return dressed;
	const seed = seedOf(`${service.seed} ${url} ${service.stats.requests}`);
	const wardrobe = new Wardrobe(dialect, new Random(seed));
	return wardrobe.isPlain ? dressed : { ...dressed, body: wardrobe.rewrite(dressed.body) };
}
