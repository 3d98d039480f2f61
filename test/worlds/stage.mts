import type { Sandbox } from '../../sandbox/server.mts';
import type { Engine } from '../engine/harness.mts';

/** Where worlds are played: the service, and the processes of n8n that ask it. */
export interface Stage {
	sandbox: Sandbox;
	processes: Engine[];
}
