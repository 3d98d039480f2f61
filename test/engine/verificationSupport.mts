import type { INodeParameters } from 'n8n-workflow';
import { codeOf } from '../../sandbox/verifications.mts';
import type { Verification } from '../../sandbox/types.mts';
import type { RunResult } from './harness.mts';
import type { Act, Stage } from './stage.mts';

export const OTP = '/api/2fa/authentications/otp';
/** What a code is sent with. */
export const SEND = {
	sender: { __rl: true, mode: 'name', value: 'Shop' },
	phone: '380997001234',
	template: '501',
};

/** What tests of verifications do on their stage. */
export function verificationsOn(stage: Stage) {
	const newest = (): Verification => {
		const all = [...stage.sandbox.store.verifications.values()];
		const last = all.at(-1);
		if (!last) throw new Error('there is none');
		return last;
	};
	return {
		newest,
		/** How many changes of a kind the service made. */
		done: (kind: string): number =>
			stage.sandbox.ledger.changes.filter((change) => change.kind === kind).length,
		send: async (parameters: INodeParameters = {}): Promise<RunResult> =>
			await stage.act('verification.sendCode', { ...SEND, ...parameters }),
		check: async (code: unknown, verificationId = newest().id, act?: Act): Promise<RunResult> =>
			await stage.act(
				'verification.checkCode',
				{ verificationId, code, options: { retryFor: 0 } } as INodeParameters,
				act,
			),
		/** A code of the right length that is wrong. */
		wrong: (nth = 1): string =>
			String((Number(codeOf(newest())) + nth) % 1_000_000).padStart(6, '0'),
		/** The same request again is refused for some seconds. */
		later: () => stage.sandbox.clock.advance(6000),
	};
}
