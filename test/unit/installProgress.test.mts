import { watchInstall } from '../../tools/lib/installProgress.mts';

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
