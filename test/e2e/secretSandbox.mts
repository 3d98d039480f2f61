import { randomBytes } from 'node:crypto';
import type { N8n } from '../../tools/lib/n8n.mts';
import { startSandboxProcess, type SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { useService } from '../support/prepared.mts';

/** The key that n8n uses: made for this run, written nowhere and advertised nowhere, unlike the sandbox's own. */
export const SECRET_KEY = `live_${randomBytes(12).toString('hex')}`;

/** Starts the sandbox in a process of its own, in which this run's key is right too; every request is in its log. */
export async function startSecretSandbox(): Promise<SandboxProcess> {
	return await startSandboxProcess({
		script: 'test/e2e/secretSandboxMain.mts',
		env: { SANDBOX_SECRET_KEY: SECRET_KEY },
	});
}

/** Puts this run's key in the place of the advertised one in the examples' credential of an n8n that runs. */
export async function useSecretKey(n8n: N8n, url: string): Promise<void> {
	await useService(n8n, url, { apiKey: SECRET_KEY });
}
