import type { Asked, OperationRun } from './host.mts';

/** Codes for what the form allows: no route to a number, the same number twice, a sender that replies cannot reach, a report of nothing. */
const FORM_TAKEN = new Set([0, 31, 33, 36, 93]);
/** So does this: nobody is in a list that exists. */
const TAKEN_TEXT = /hold no contacts/;

/** Paths as the specification and the wire notes write them: nothing that a value could have changed. */
const PATHS = [
	/^\/rest\/sms\/create$/,
	/^\/rest\/sms\/(?:task\/|task_id\/)?[0-9]{1,19}$/,
	/^\/rest\/sms\/reference\/[A-Za-z0-9_-]{1,32}$/,
	/^\/rest\/sms\/prices(?:\/[0-9])?$/,
	/^\/rest\/stat\/(?:create|list|file\/[A-Za-z0-9]{1,64})$/,
	/^\/rest\/stat\/file\/id\/[A-Za-z0-9]{1,64}\/format\/(?:json|xml|csv)$/,
	/^\/api\/campaigns\/sms\/send(?:-individual|-groups)?$/,
	/^\/api\/campaigns\/rcs\/send(?:-groups)?$/,
	/^\/api\/campaigns\/[0-9]{1,19}\/(?:stop|renew)$/,
	/^\/api\/campaigns?$/,
	/^\/api\/accounts\/tariff$/,
	/^\/api\/senders\/requests\/(?:sms|legal)$/,
	/^\/api\/campaigns\/(?:price|[0-9]{1,19}\/detail)$/,
	/^\/api\/contacts(?:\/search|\/delete|\/[0-9]{1,19})?$/,
	/^\/api\/contacts\/fields(?:\/delete|\/[0-9]{1,19})?$/,
	/^\/api\/groups(?:\/search|\/attach|\/detach|\/[0-9]{1,19})?$/,
	/^\/api\/senders(?:\/requests\/natural)?$/,
	/^\/api\/messages(?:(?:\/rcs)?\/send)?$/,
	/^\/rest\/sms\/2wayIncoming$/,
	/^\/api\/short-url\/(?:clicks|domains|links(?:\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?)$/,
	/^\/api\/2fa\/authentications(?:\/otp(?:\/[0-9a-f-]{36}\/(?:verify|resend))?|\/[0-9a-f-]{36}(?:\/cancel)?|\/templates(?:\/\d{1,9})?)?$/,
	/^\/api\/stoplist(?:\/(?:attach|detach|search))?$/,
];

/** What a dry run, and a send to contact lists, look at first. Not every service has it. */
const LOOKED_AT = /^\/api\/(?:senders|groups|contacts\/fields)$/;

const record = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function codesOf(answer: unknown): number[] {
	const { error, result } = record(answer);
	const inner = (Array.isArray(result) ? result : [result]).map((entry) => record(entry).error);
	return [error, ...inner].filter((code) => code !== undefined).map(Number);
}

/** Why the service refuses a request to an account that holds everything (`holdAll`): its form, then. Undefined when it takes it. */
export function refusal({ path, status, answer }: Asked): string | undefined {
	const [bare = ''] = path.split('?');
	if (LOOKED_AT.test(bare) && (status < 300 || status === 404)) return undefined;
	if (!PATHS.some((pattern) => pattern.test(bare))) return `the path ${bare.slice(0, 100)}`;
	if (status === 422) {
		const { errors } = record(answer);
		const texts = Object.entries(record(errors)).flatMap(([name, list]) =>
			(list as string[]).map((text) => `${name}: ${text}`),
		);
		return texts.find((text) => !TAKEN_TEXT.test(text));
	}
	if (bare.startsWith('/rest')) {
		const code = codesOf(answer).find((one) => !FORM_TAKEN.has(one));
		if (code !== undefined) return `code ${code}`;
	}
	return status < 400 ? undefined : `status ${status}`;
}

/** What a careless program throws, and what must not be shown. */
const CARELESS =
	/Cannot (?:read|set|convert)|is not (?:a function|iterable|defined)|undefined|\bNaN\b|\[object|Invalid (?:time|string|array)|out of range|Maximum call|URI malformed|Converting circular/;

/** The two ways to judge a value otherwise than the service does; findings begin with these words. */
const LET_THROUGH = 'the service refuses what the node let through';
export const HELD_BACK = 'the node refuses what the service takes';

/** What careless words a text holds that none of the values does. */
function carelessWords(text: string, values: unknown[]): string | undefined {
	const [words] = CARELESS.exec(text.replace(/"[^"]*"/g, '')) ?? [];
	return words !== undefined &&
		values.some((value) => typeof value === 'string' && value.includes(words))
		? undefined
		: words;
}

/** What is wrong with how the node took its values; nothing when all is well. */
export function judge(run: OperationRun, values: Record<string, unknown>): string[] {
	const { phone } = values;
	const wrong: string[] = [];
	for (const asked of run.requests) {
		const why = refusal(asked);
		if (why !== undefined)
			wrong.push(
				`${LET_THROUGH}: ${why} (${asked.method} ${asked.path.slice(0, 200)} ${JSON.stringify(asked.body)?.slice(0, 300)})`,
			);
	}
	const { error } = run;
	if (error) {
		const text = `${error.message} ${error.description ?? ''}`;
		if (!['NodeOperationError', 'NodeApiError'].includes(error.name))
			wrong.push(`throws ${error.name}: ${text.slice(0, 200)}`);
		if (carelessWords(text, Object.values(values)) !== undefined)
			wrong.push(`says ${text.slice(0, 300)}`);
		if (error.message.trim() === '' || (error.description ?? '').trim() === '')
			wrong.push(`has no cure: ${text.slice(0, 200)}`);
		if (text.length > 5000) wrong.push(`an error of ${text.length} characters`);
		if (typeof phone === 'string' && /^\+?\d{9,15}$/.test(phone) && text.includes(phone))
			wrong.push('shows a phone number');
	}
	return wrong;
}
