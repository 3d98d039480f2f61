import { HARD_CASES } from '../worlds/census.mts';
import { FULL, worldsFigures } from '../worlds/proof.mts';

const CENSUS = {
	...Object.fromEntries(HARD_CASES.map((what) => [what, 3])),
	'rows accepted': 7,
	'sends: sms.send': 5,
	worlds: FULL,
};

it('tells the promises first, then what was done, what was disturbed and what came out', () => {
	const names = worldsFigures(CENSUS).map(({ what }) => what);
	const places = [
		'Secrets shown',
		'Worlds',
		'Sends: sms.send',
		'Faults met by sends: dropAfter',
		'Rows accepted',
		'Trigger events',
	].map((what) => names.indexOf(what));
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
	expect(names).toHaveLength(8 + Object.keys(CENSUS).length);
});

it('keeps nothing of a run without one of the hard cases, nor of a shorter one', () => {
	expect(() => worldsFigures({ ...CENSUS, 'polls that failed': 0 })).toThrow(
		'No world had: polls that failed.',
	);
	expect(() => worldsFigures({ ...CENSUS, worlds: 300 })).toThrow('Only 300 worlds were played.');
});
