import type { N8n } from '../../tools/lib/n8n.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

/** An n8n that several tests share, beside a sandbox. */
export interface Stage {
	n8n: N8n;
	sandbox: SandboxProcess;
}
