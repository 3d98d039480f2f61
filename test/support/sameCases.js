'use strict';

const fc = require('fast-check');

// In CI the random tests draw the same cases each time, so that a red run speaks of the change that it judges.
// Everywhere else, and in the long form of a run, they are new each time, and a failure names its seed.
const { long } = JSON.parse(process.env.TEST_OPTIONS ?? '{}');
if (process.env.CI && long !== true)
	fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_251_101 });
