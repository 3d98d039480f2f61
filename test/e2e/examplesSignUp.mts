import { EXAMPLE_KEYS } from '../../tools/lib/examples.mts';
import { same } from './examplesHarness.mts';
import type { ExamplesHarness, Json } from './examplesHarness.mts';

/** Somebody asks for a code twice, mistypes it, types it, and types what cannot be one. */
export async function signUp(harness: ExamplesHarness): Promise<void> {
	const call = async (path: string, body: Json): Promise<Json> => {
		const response = await fetch(`${harness.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': EXAMPLE_KEYS.webhook },
			body: JSON.stringify(body),
		});
		return { status: response.status, ...((await response.json()) as Json) };
	};
	const first = await call('sign-up-phone', { phone: '+380 99 700 61 10' });
	same([first.status, first.code_sent], [200, true], 'the first call');
	const again = await call('sign-up-phone', { phone: '+380 99 700 61 10' });
	same([again.verification_id, again.code_sent], [first.verification_id, false], 'the second call');
	const texts = (await harness.messages('msisdn=380997006110')).map(({ text }) => text);
	same(texts.length, 1, 'messages to the phone');
	const code = /\d{6}/.exec(texts[0] ?? '')?.[0] ?? '';
	const check = async (typed: string) =>
		await call('sign-up-code', { verification_id: first.verification_id, code: typed });
	const other = code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
	same(await check(other), { status: 200, verified: false, reason: 'wrong' }, 'a wrong code');
	same(await check(code), { status: 200, verified: true }, 'the right code');
	same(
		await check('abc'),
		{ status: 200, verified: false, reason: 'malformed' },
		'what cannot be a code',
	);
	same((await call('sign-up-phone', { phone: '12' })).status, 422, 'what is no number');
}
