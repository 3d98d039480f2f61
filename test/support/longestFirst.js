'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take minutes. A clean clone does not know how long a file takes, and one that begins last keeps the run waiting. */
const LONGEST = [
	'e2e/examples.test.mts',
	'e2e/oneN8n.test.mts',
	'e2e/package.test.mts',
	'engine/onMachineClock.group.mts',
	'never-twice/verdict.test.mts',
	'never-twice/sending.group.mts',
	'engine/ways.group.mts',
];

const placeOf = ({ path }) => {
	const place = LONGEST.findIndex((file) => path.endsWith(file));
	return place < 0 ? LONGEST.length : place;
};

/** Begins with the files that take longest. */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
	}
};
