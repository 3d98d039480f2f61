import { createRequire } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { root } from '../../tools/lib/shell.mts';

// What is written to n8n's log, by the nodes and by n8n about them.

const lines: string[] = [];

/** Keeps from now on what is written to n8n's log, instead of writing it. */
export function captureLog(): void {
	// The logger is that of n8n-core's own packages, of which there may be other versions beside.
	const { resolve } = createRequire(path.join(root(), 'package.json'));
	const require = createRequire(resolve('n8n-core'));
	const { Logger } = require('@n8n/backend-common') as { Logger: unknown };
	const { Container } = require('@n8n/di') as { Container: { get(type: unknown): object } };
	const logger = Container.get(Logger);
	for (const level of ['error', 'warn', 'info', 'debug', 'verbose'])
		Object.assign(logger, {
			[level]: (...parts: unknown[]) =>
				void lines.push(
					parts
						.map((part) =>
							typeof part === 'string' ? part : inspect(part, { depth: 8, maxStringLength: null }),
						)
						.join(' '),
				),
		});
}

/** Returns what was written since the last call. */
export const takeLog = (): string[] => lines.splice(0);
