import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleCredentials, sandboxCredential } from '../../tools/lib/examples.mts';
import { ensureN8n } from '../../tools/lib/install.mts';
import type { InstalledN8n } from '../../tools/lib/install.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { pack, removePacked } from '../../tools/lib/package.mts';
import type { Fixtures } from './fixtures.mts';

/* What takes seconds and is the same for each file of a run: the tarball, and a user folder in which n8n has made its database. */

/** The environment variable that names the folder which the launcher has prepared. */
export const PREPARED = 'TEST_PREPARED';

/** What a file needs to make an n8n of its own. */
export interface Prepared {
	installed: InstalledN8n;
	/** Our packed package. */
	tarball: string;
	/** A user folder to be copied: its database has the examples' credentials, for addresses at which nothing listens. */
	home: string;
}

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

const at = (folder: string): Omit<Prepared, 'installed'> => ({
	tarball: path.join(folder, 'package.tgz'),
	home: path.join(folder, 'home'),
});

/** Packs the built package, and lets n8n make its database, into a folder. */
export async function prepareIn(folder: string): Promise<Prepared> {
	const { tarball, home } = at(folder);
	const installed = await ensureN8n();
	const packed = await pack();
	await mkdir(folder, { recursive: true });
	await cp(packed.file, tarball);
	await removePacked(packed);
	const making = `${home}-making`;
	const n8n = await N8n.create({ installed, tarball, home: making });
	await n8n.importCredentials(exampleCredentials(NOWHERE, 9, NOWHERE));
	await rename(making, home);
	return { installed, tarball, home };
}

/** Makes a folder for `prepareIn`. */
export async function temporaryFolder(): Promise<string> {
	return await mkdtemp(path.join(tmpdir(), 'messaging-prepared-'));
}

/** What the launcher has prepared, or where a file is run without it, what is prepared now. */
export async function prepared(fixtures: Fixtures): Promise<Prepared> {
	const folder = process.env[PREPARED];
	if (folder !== undefined) return { installed: await ensureN8n(), ...at(folder) };
	const own = fixtures.add(
		await temporaryFolder(),
		async (one) => await rm(one, { recursive: true, force: true }),
	);
	return await prepareIn(own);
}

/**
 * On a busy machine n8n waits longer than its 5 s for the answer of its database; without one it refuses every call. To write the files of
 * its editor anew takes a quarter of its start, and most tests do not open it.
 */
const SETTINGS = { DB_PING_TIMEOUT_MS: '60000', N8N_DISABLE_UI: 'true' };
/** For an n8n whose editor, or whose list of nodes for it, is asked for. */
export const WITH_EDITOR = { N8N_DISABLE_UI: 'false' };

/** Makes an n8n from what is prepared; it is removed in the end. */
export async function createN8n(
	fixtures: Fixtures,
	{ installed, tarball, home }: Prepared,
	env?: NodeJS.ProcessEnv,
): Promise<N8n> {
	const own = await mkdtemp(path.join(tmpdir(), 'messaging-n8n-'));
	await cp(home, own, { recursive: true });
	return fixtures.add(
		await N8n.create({ installed, tarball, home: own, env: { ...SETTINGS, ...env } }),
		(one) => one.remove(),
	);
}

/** Changes the examples' credentials in an n8n that runs. */
export async function useCredentials(
	n8n: N8n,
	credentials: ReturnType<typeof exampleCredentials>,
): Promise<void> {
	for (const { id, ...body } of credentials) await n8n.rest('PATCH', `credentials/${id}`, body);
}

/** Changes the examples' credential for the service in an n8n that runs; `more` are other fields of it. */
export async function useService(
	n8n: N8n,
	url: string,
	more: Parameters<typeof sandboxCredential>[1] = {},
): Promise<void> {
	await useCredentials(n8n, [sandboxCredential(url, more)]);
}

/** Makes a workflow active in an n8n that runs, as the editor's button does. */
export async function publish(n8n: N8n, id: string): Promise<void> {
	const { versionId } = await n8n.rest<{ versionId: string }>('GET', `workflows/${id}`);
	await n8n.rest('POST', `workflows/${id}/activate`, { versionId });
}

/** What an n8n is started with. */
interface Contents {
	/** The sandbox that the examples' credential is for. */
	url: string;
	authentication?: 'apiKey' | 'bearer';
	workflows: readonly StoredWorkflow[];
	port?: number;
}

/** Starts an n8n with a credential and workflows. */
export async function startN8n(
	fixtures: Fixtures,
	{ url, authentication, workflows, port }: Contents,
): Promise<N8n> {
	const n8n = await createN8n(fixtures, await prepared(fixtures));
	await n8n.start({ port });
	await n8n.login();
	await useService(n8n, url, { authentication });
	await n8n.addWorkflows(workflows);
	return n8n;
}
