import { announcement, npmFailure, watchInstall } from '../../tools/lib/installProgress.mts';

const FETCH = 'npm http fetch GET 200 https://packages.example/pkg-1.0.0.tgz 120ms (cache miss)';

test('an installation is told in percent and time left, without an address', () => {
	let now = 0;
	const progress = watchInstall(200, () => now);
	expect(progress('npm warn something')).toBeUndefined();
	now = 1000;
	expect(progress(FETCH)).toBe('fetching packages: 0 %');
	let told: string | undefined;
	for (let index = 0; index < 99; index++) told = progress(FETCH);
	expect(told).toBe('fetching packages: 50 %, about 1 s left');
	for (let index = 0; index < 150; index++) told = progress(FETCH);
	expect(told).toBe('unpacking');
});

test('before anything is fetched it is said what and how large it is', () => {
	expect(announcement('2.41.1', 'n8n/v2', 1870)).toMatch(
		/^n8n 2\.41\.1 is not installed here yet\. npm fetches it into n8n\/v2, once: about 1870 packages, which take up to 3 GB/,
	);
});

test('what npm wrote when it failed is told without an address', () => {
	const written = [
		'npm ci ended with code 1:',
		FETCH,
		'npm error code ECONNREFUSED',
		'npm error request to https://packages.example/n8n (http://10.0.0.1:4873) failed',
	].join('\n');
	expect(npmFailure(written).split('\n')).toEqual([
		'npm ci ended with code 1:',
		'npm error code ECONNREFUSED',
		'npm error request to (the registry) ((the registry)) failed',
	]);
});
