'use strict';

const { projects } = require('./jest.config.js');

/** The unit tests alone, as one project: stryker runs those that reach the changed line. */
module.exports = projects.find(({ displayName }) => displayName === 'unit');
