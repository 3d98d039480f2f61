import type { OperationContext } from '../../dispatch/context';
import type { Encoding } from './encoding';

/** How the user wants a file of recipients to be read. */
export interface FileSettings {
	/** The binary field of the item that holds it. */
	binaryField: string;
	/** Undefined where it is to be recognised. */
	encoding?: Encoding;
}

/** Where a choice is left to the node. */
const chosen = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' && value !== 'automatic' ? value : undefined;

/** Reads, for an item, how its file is to be read. */
export function readFileSettings(ctx: OperationContext, item: number): FileSettings {
	const encoding = ctx.parameter<unknown>('options.fileEncoding', item, undefined);
	return {
		binaryField: String(ctx.parameter<unknown>('binaryProperty', item, 'data') ?? '').trim(),
		encoding: chosen(encoding) as Encoding | undefined,
	};
}
