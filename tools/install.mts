import { ensureN8n } from './lib/install.mts';

// Installs the pinned n8n ahead of its first use: npm run n8n:install [-- folder with a copy of n8n/v2]
const { version, node } = await ensureN8n(process.argv[2]);
console.log(`n8n ${version} is ready, run by ${node}`);
