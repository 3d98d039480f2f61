'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take longest. A clean clone does not know how long a file takes, and one that begins last keeps the run waiting. */
const LONGEST = [
	'browser/editor.test.mts',
	'e2e/examples.test.mts',
	'e2e/oneN8n.test.mts',
	'e2e/package.test.mts',
	'engine/rowsOnMachineClock.group.mts',
	'engine/restOnMachineClock.group.mts',
	'never-twice/explore.test.mts',
	'trigger/explore.test.mts',
	'engine/outputs.group.mts',
	'engine/operations.group.mts',
	'engine/account.group.mts',
	'engine/ways.group.mts',
	'never-twice/pieces.group.mts',
];

const placeOf = ({ path }) => {
	const place = LONGEST.findIndex((file) => path.endsWith(file));
	return place < 0 ? LONGEST.length : place;
};

/** Begins with the files that take longest. */
module.exports = class LongestFirst extends Sequencer {
	/** Each project has a file of how long its files took; several have one ID (jest.config.js). */
	_getCachePath(context) {
		return `${super._getCachePath(context)}-${context.config.displayName?.name ?? ''}`;
	}

	sort(tests) {
		return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
	}
};
