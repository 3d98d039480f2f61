import { importExamples } from '../../tools/lib/examples.mts';
import { ensureN8n } from '../../tools/lib/install.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { pack, removePacked } from '../../tools/lib/package.mts';
import { startSandboxProcess, type SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

/** A real n8n with the packed package, beside a sandbox; both on this machine only. */
export interface Session {
	n8n: N8n;
	sandbox: SandboxProcess;
	/** Stops and removes all of it. */
	close(): Promise<void>;
}

/** Packs the built package, and starts n8n beside the sandbox, with the credential and the examples as `npm start` adds them. @throws Error when a part does not start; nothing stays behind. */
export async function startSession(): Promise<Session> {
	const jobs: Array<() => Promise<void>> = [];
	const close = async (): Promise<void> => {
		for (const job of jobs.splice(0).reverse()) await job();
	};
	try {
		const installed = await ensureN8n();
		const packed = await pack();
		jobs.push(async () => await removePacked(packed));
		const sandbox = await startSandboxProcess({ args: ['--quiet'] });
		jobs.push(async () => await sandbox.stop());
		const n8n = await N8n.create({ installed, tarball: packed.file });
		jobs.push(async () => await n8n.remove());
		await importExamples(n8n, sandbox.url);
		await n8n.start();
		await n8n.login();
		return { n8n, sandbox, close };
	} catch (error) {
		await close();
		throw error;
	}
}
