import type { OperationContext } from '../../dispatch/context';
import type { Encoding } from './encoding';
import type { Format } from './rows';

/** How the user wants a file of recipients to be read. */
export interface FileSettings {
	/** The binary field of the item that holds it. */
	binaryField: string;
	/** Undefined where it is to be recognised. */
	format?: Format;
	encoding?: Encoding;
	/** Whether the first line of a csv file names its columns. */
	header: boolean;
}

/** Where a choice is left to the node. */
const chosen = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' && value !== 'automatic' ? value : undefined;

/** Reads, for an item, how its file is to be read. */
export function readFileSettings(ctx: OperationContext, item: number): FileSettings {
	const option = (name: string): unknown =>
		ctx.parameter<unknown>(`options.${name}`, item, undefined);
	return {
		binaryField: String(ctx.parameter<unknown>('binaryProperty', item, 'data') ?? '').trim(),
		format: chosen(option('fileFormat')) as Format | undefined,
		encoding: chosen(option('fileEncoding')) as Encoding | undefined,
		header: option('firstRow') !== 'data',
	};
}
