import { readFileSync } from 'node:fs';
import { placeholdersIn } from '../../../tools/lib/publishGuard.mts';

/** What a release leans on: nobody sees it fail before the day. */
const read = (file: string): string => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json')) as {
	version: string;
	private: boolean;
	publishConfig: object;
	scripts: Record<string, string>;
	dependencies?: object;
	peerDependencies: object;
	devDependencies: Record<string, string>;
};

describe('a release', () => {
	it('has a dated section of its own in the changelog, the first one', () => {
		const [, version, date] =
			/^## \[(.+)\] - (\d{4}-\d{2}-\d{2})$/m.exec(read('CHANGELOG.md')) ?? [];
		expect(version).toBe(manifest.version);
		expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
		expect(read('CHANGELOG.md')).toMatch(
			/^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/m,
		);
	});

	it('is published by a workflow with provenance and without a stored token, never by hand', () => {
		const workflow = read('.github/workflows/publish.yml');
		expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
		expect(manifest.private).toBe(true);
		expect(manifest.scripts.prepublishOnly).toBe('n8n-node prerelease');
		expect(workflow).toMatch(/^ +id-token: write$/m);
		expect(workflow).toMatch(/RELEASE_MODE: 'true'/);
		expect(workflow).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|_authToken|secrets\./);
		// In this order: the pages are made of what was built, and nothing is published that was not judged.
		const steps = [
			'npm ci',
			'npm test',
			'npx tsx tools/docs.mts --check',
			'npm run scan -- --publish',
			'npm pkg delete private',
			'npm pack',
			'npm publish',
		];
		expect(
			[...workflow.matchAll(/^ +- run: (.+)$/gm)]
				.map(([, command = '']) => command)
				.filter((command) => steps.includes(command)),
		).toEqual(steps);
	});

	it('finds a placeholder in package.json, and none in a real one', () => {
		const url = 'https://github.com/someone/n8n-nodes-messaging-service';
		const own = 'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service';
		expect(
			placeholdersIn({ author: { name: 'Maintainers' }, repository: { url: own }, homepage: own }),
		).toEqual(['author', 'repository', 'homepage']);
		expect(
			placeholdersIn({ author: { name: 'Ann' }, repository: { url }, homepage: `${url}#readme` }),
		).toEqual([]);
	});

	it('waits for the long runs on its tag', () => {
		const workflow = read('.github/workflows/publish.yml');
		expect(workflow).toMatch(/^ +uses: \.\/\.github\/workflows\/nightly\.yml$/m);
		expect(workflow).toMatch(/^ +needs: \[build, nightly\]$/m);
	});

	it('installs nothing with the package, and what it is made with is pinned', () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		for (const [name, version] of Object.entries(manifest.devDependencies))
			expect([name, /^(npm:typescript@)?\d+\.\d+\.\d+$/.test(version)]).toEqual([name, true]);
		expect(read('package-lock.json')).not.toContain('"resolved":');
		expect(read('n8n/v2/pnpm-lock.yaml')).not.toMatch(/tarball:|https?:\/\//);
	});

	it('runs no script of the packages that it is made with, and of those of n8n two', () => {
		expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
		const { pnpm } = JSON.parse(read('n8n/v2/package.json')) as { pnpm: object };
		expect(pnpm).toEqual({ onlyBuiltDependencies: ['isolated-vm', 'sqlite3'] });
	});
});
