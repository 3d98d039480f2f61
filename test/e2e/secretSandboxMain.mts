import { KEYS, startSandbox } from '../../sandbox/server.mts';

// The sandbox with one more key, which it tells nobody: neither its first line nor its interface names it. What it writes can be searched whole.

const secret = process.env.SANDBOX_SECRET_KEY ?? '';
const sandbox = await startSandbox({ clock: 'real', log: true });
const { keys } = sandbox;
const known = (key: string): string => (key === secret ? KEYS.live : key);
const [get, has] = [keys.get.bind(keys), keys.has.bind(keys)];
Object.assign(keys, {
	get: (key: string) => get(known(key)),
	has: (key: string) => has(known(key)),
});
process.stdout.write(`Sandbox listening on ${sandbox.url}\n`);

process.on('message', (asked) => {
	if (asked === 'tokens') process.send?.({ tokens: sandbox.tokens.all() });
});
process.on('SIGTERM', () => void sandbox.close().then(() => process.exit(0)));
