import { ensureN8n } from './lib/install.mts';

// Installs the pinned n8n ahead of its first use: npm run n8n:install [-- v1] [folder with a copy of n8n/v2]
const [which = 'v2', directory] = process.argv.slice(2);
if (which !== 'v1' && which !== 'v2') {
	console.error('Name v1 or v2.');
	process.exit(2);
}
const { version, node } = await ensureN8n(which, directory);
console.log(`n8n ${version} is ready, run by ${node}`);
