import { ensureN8n } from '../../tools/lib/install.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import { pack, removePacked } from '../../tools/lib/package.mts';

/** What a test file has started, to be ended in reverse order. */
export class Fixtures {
	readonly #endings: Array<() => Promise<void>> = [];

	/** Notes how something is ended, and returns it. */
	add<T>(started: T, end: (started: T) => Promise<unknown>): T {
		this.#endings.push(async () => void (await end(started)));
		return started;
	}

	/** Ends everything. What cannot be ended keeps nothing else from it: the launcher ends what is left (leftOvers.mts). */
	async end(): Promise<void> {
		for (const end of this.#endings.splice(0).reverse())
			await end().catch((error: unknown) => console.error(error));
	}
}

/**
 * Packs the built package and makes sure that the pinned n8n is installed.
 * @param fixtures remove the tarball in the end
 */
export async function packedFor(
	fixtures: Fixtures,
): Promise<{ installed: InstalledN8n; tarball: string }> {
	const installed = await ensureN8n();
	const packed = fixtures.add(await pack(), removePacked);
	return { installed, tarball: packed.file };
}
