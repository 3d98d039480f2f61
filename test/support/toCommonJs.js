'use strict';
const { createTransformer } = require('@swc/jest');

/**
 * Turns TypeScript and ES modules into what jest loads, each file once for all projects: jest would do it for each of them, as it counts
 * the whole configuration of a project among what a file depends on.
 */
module.exports = {
	createTransformer(options) {
		const swc = createTransformer(options);
		return {
			...swc,
			// Source maps hold the whole path, so that another clone is another matter.
			getCacheKey: (text, file, asked) =>
				swc.getCacheKey(text, file, { ...asked, configString: asked.config.rootDir }),
		};
	},
};
