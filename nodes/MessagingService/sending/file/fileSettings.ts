import { accept, refuse, type Checked } from '../../../shared/validation';
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
	/** The lines that are sent, from 1, both included. */
	firstLine: number;
	lastLine: number;
	/** Whether the first request leaves before the whole file is judged. */
	sendWhileReading: boolean;
}

/** Where a choice is left to the node. */
const chosen = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' && value !== 'automatic' ? value : undefined;

/** Reads, for an item, how its file is to be read. */
export function readFileSettings(ctx: OperationContext, item: number): Checked<FileSettings> {
	const option = (name: string): unknown =>
		ctx.parameter<unknown>(`options.${name}`, item, undefined);
	const firstLine = Number(option('firstLine')) || 1;
	const lastLine = Number(option('lastLine')) || Infinity;
	if (lastLine < firstLine)
		return refuse(
			'Last Line to Send',
			`Last Line to Send (${lastLine}) comes before First Line to Send (${firstLine})`,
			'Give a line that comes later, or 0 for the end of the file.',
		);
	return accept({
		binaryField: String(ctx.parameter<unknown>('binaryProperty', item, 'data') ?? '').trim(),
		format: chosen(option('fileFormat')) as Format | undefined,
		encoding: chosen(option('fileEncoding')) as Encoding | undefined,
		header: option('firstRow') !== 'data',
		firstLine,
		lastLine,
		sendWhileReading: option('sendWhileReading') === true,
	});
}
