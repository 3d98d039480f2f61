'use strict';

const fc = require('fast-check');

// In CI the random tests draw the same cases each time, so that a red run speaks of the change that it judges.
// Everywhere else they are new each time, and a failure names its seed.
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_251_101 });
