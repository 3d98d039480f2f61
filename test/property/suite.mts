import fc from 'fast-check';
import type { Sandbox } from '../../sandbox/server.mts';
import { acceptErrorsOfEveryRealm } from '../engine/support/environment.mts';
import { words } from '../support/options.mts';
import { fill, holdAll, openSandbox } from './account.mts';
import type { Case } from './plain.mts';
import { findingsOf } from './findings.mts';
import { chosenCases, loadNode, seed, sharesOf } from './load.mts';
import { parametersOf, settingsOf, settingValues } from './settings.mts';
import { check, checkGood, goodValues, limitsOf, runCase, valuesOf } from './trials.mts';
import type { Values } from './trials.mts';

/** Good inputs of each case, besides those at the limits. */
const CONTROLS = 20;

/**
 * The tests of some operations: good values, which the node and the service must both take; then, parameter by parameter,
 * values of every kind, which both must judge alike. The operations are shared out to several files, so that they run at once.
 */
export function testOperations(belongs: (one: Case) => boolean): void {
	const cases = chosenCases.filter(belongs);
	const type = loadNode();
	const shares = sharesOf(type);
	let sandbox: Sandbox;

	beforeAll(async () => {
		acceptErrorsOfEveryRealm();
		sandbox = await openSandbox();
		holdAll(sandbox, true);
	});
	afterAll(async () => {
		await sandbox.close();
	});

	// Only a selection by words may leave a file without operations; otherwise its operations would be tested by nobody.
	if (cases.length === 0) {
		test('has no operation only because others were chosen', () => {
			expect(words.length).toBeGreaterThan(0);
		});
		return;
	}

	describe.each(cases)('$id', (one) => {
		const fieldNames = Object.keys(one.fields);
		const settings = settingsOf(type, one);
		const wrongOfGood = async (values: Values): Promise<string[]> =>
			await checkGood(type, sandbox, one, values);

		test('each of its parameters is one of the node', () => {
			const known = parametersOf(type, one.id);
			expect(fieldNames.filter((field) => !known.has(field))).toEqual([]);
		});

		test('good values are taken by the node and by the service', async () => {
			const values = goodValues(one).map((good) => ({ ...good, ...one.fixed }));
			const trial = { values, numRuns: CONTROLS, seed, wrongOf: wrongOfGood };
			expect(await findingsOf(trial)).toEqual([]);
		});

		test('values at their limits are taken by both', async () => {
			for (const values of limitsOf(one)) {
				const trial = { values, numRuns: 1, seed, wrongOf: wrongOfGood };
				expect(await findingsOf(trial)).toEqual([]);
			}
		});

		test.each(fieldNames)('%s is judged alike by the node and by the service', async (field) => {
			fill(sandbox);
			const wrongOf = async (values: Values): Promise<string[]> =>
				(await check(type, sandbox, one, values)).wrong;
			const trial = { values: valuesOf(one, field), numRuns: shares.field, seed, wrongOf };
			expect(await findingsOf(trial)).toEqual([]);
		});

		if (settings.length > 0)
			test.each(settings)('$name takes what its field offers, and no more', async (setting) => {
				fill(sandbox);
				const constants = Object.keys(one.fixed ?? {}).filter((fixed) => fixed !== setting.name);
				const values = fc
					.tuple(goodValues(one), settingValues(setting))
					.map(([good, value]) => ({ ...good, ...one.fixed, [setting.name]: value }));
				const wrongOf = async (tried: Values): Promise<string[]> => {
					const { observed, wrong } = await runCase(type, sandbox, one, tried, constants);
					const { error, requests } = observed;
					const offered = setting.offers(tried[setting.name]);
					if (offered === false && !(error && requests.length === 0))
						wrong.push('takes a value that its field does not offer');
					if (offered === true && error && requests.length === 0)
						wrong.push(`refuses a value that its field offers: ${error.message.slice(0, 200)}`);
					return wrong;
				};
				expect(await findingsOf({ values, numRuns: shares.setting, seed, wrongOf })).toEqual([]);
			});
	});
}
