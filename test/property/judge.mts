import type { Asked, Played } from './host.mts';

/** Codes that speak of the account or of what exists, not of the form of a request. */
const ACCOUNT_CODES = new Set([0, 8, 9, 20, 23, 30, 32, 33, 35, 36, 90, 91, 92, 93]);
/** csv needs a report of one type: a matter of the report. */
const REPORT_CODES = new Set([85]);
const ACCOUNT_TEXT = /does not exist|hold no contacts|belongs to another contact|already been taken|not allowed|not connected|cannot be (?:stopped|renewed)|is not known to/;

/** Paths as the specification and the wire notes write them: nothing that a value could have changed. */
const PATHS = [
	/^\/rest\/sms\/create$/, /^\/rest\/sms\/(?:task\/|task_id\/)?[0-9]{1,19}$/, /^\/rest\/sms\/reference\/[A-Za-z0-9_-]{1,32}$/, /^\/rest\/stat\/create$/,
	/^\/rest\/stat\/file\/id\/[A-Za-z0-9]{1,64}\/format\/(?:json|xml|csv)$/, /^\/api\/campaigns\/sms\/send(?:-individual|-groups)?$/, /^\/api\/campaigns\/[0-9]{1,19}\/(?:stop|renew)$/,
	/^\/api\/campaigns?$/, /^\/api\/senders\/requests\/(?:sms|legal)$/, /^\/api\/contacts\/[0-9]{1,19}$/,
];

const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

function codesOf(answer: unknown): number[] {
	const { error, result } = record(answer);
	const inner = (Array.isArray(result) ? result : [result]).map((entry) => record(entry).error);
	return [error, ...inner].filter((code) => code !== undefined).map(Number);
}

/** Why the service refuses the form of a request; undefined when it takes it. */
export function formRefusal({ path, status, answer }: Asked): string | undefined {
	const [bare = ''] = path.split('?');
	if (!PATHS.some((pattern) => pattern.test(bare))) return `the path ${bare.slice(0, 100)}`;
	if (status === 422) {
		const { errors } = record(answer);
		const texts = Object.entries(record(errors)).flatMap(([name, list]) => (list as string[]).map((text) => `${name}: ${text}`));
		return texts.find((text) => !ACCOUNT_TEXT.test(text));
	}
	if (bare.startsWith('/rest')) {
		const code = codesOf(answer).find((one) => !ACCOUNT_CODES.has(one) && !(bare.startsWith('/rest/stat/file') && REPORT_CODES.has(one)));
		return code === undefined ? undefined : `code ${code}`;
	}
	return status === 404 || status < 400 ? undefined : `status ${status}`;
}

/** Whether the service refuses a request, for whatever reason. */
export function refused({ path, status, answer }: Asked): boolean {
	const [bare = ''] = path.split('?');
	return status >= 400 || (bare.startsWith('/rest') && codesOf(answer).some((code) => code !== 0)) || !PATHS.some((pattern) => pattern.test(bare));
}

/** What a careless program throws, and what must not be shown. */
const CARELESS = /Cannot (?:read|set|convert)|is not (?:a function|iterable|defined)|undefined|\bNaN\b|\[object|Invalid (?:time|string|array)|out of range|Maximum call|URI malformed|Converting circular/;

/** What is wrong with how the node took its values; nothing when all is well. */
export function judge(played: Played, phone: unknown): string[] {
	const wrong: string[] = [];
	for (const asked of played.requests) {
		const why = formRefusal(asked);
		if (why !== undefined) wrong.push(`the service refuses what the node let through: ${why} (${asked.method} ${asked.path.slice(0, 200)} ${JSON.stringify(asked.body)?.slice(0, 300)})`);
	}
	const { error } = played;
	if (error) {
		const text = `${error.message} ${error.description ?? ''}`;
		if (!['NodeOperationError', 'NodeApiError'].includes(error.name)) wrong.push(`throws ${error.name}: ${text.slice(0, 200)}`);
		if (CARELESS.test(text.replace(/"[^"]*"/g, ''))) wrong.push(`says ${text.slice(0, 300)}`);
		if (error.message.trim() === '' || (error.description ?? '').trim() === '') wrong.push(`has no cure: ${text.slice(0, 200)}`);
		if (text.length > 5000) wrong.push(`an error of ${text.length} characters`);
		if (typeof phone === 'string' && /^\+?\d{9,15}$/.test(phone) && text.includes(phone)) wrong.push('shows a phone number');
	}
	return wrong;
}
