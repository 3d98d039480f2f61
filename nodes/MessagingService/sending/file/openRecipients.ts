import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { refusalError } from '../../../shared/errors';
import { readTexts, textReader } from '../../../shared/text';
import { quote } from '../../../shared/validation';
import type { OperationContext } from '../../dispatch/context';
import { openFile, type InputFile } from './bytes';
import { inspect, type Encoding } from './encoding';
import { possibleReadings } from './readings';
import {
	formatOf,
	readRows,
	UnreadableFile,
	type FileRow,
	type HoldsNumber,
	type IsNamed,
} from './rows';

/** A file of recipients, which can be read as often as needed. */
export interface RecipientFile {
	/** Index of the input item that holds it. */
	item: number;
	/** SHA-256 of its content, in hex. */
	digest: string;
	/** About how many rows it has. */
	rowCount: number;
	/** Its rows, some at a time. @throws NodeOperationError where the file cannot be read on */
	rows(): AsyncGenerator<FileRow[]>;
	/** Where the file does not lie in memory: makes a stream for n8n's binary store. */
	streamOf: InputFile['streamOf'];
}

const DATA_FIELD_LABEL = 'Input Data Field Name';

const isFile = (value: unknown): value is IBinaryData =>
	typeof value === 'object' && value !== null && 'mimeType' in value && 'data' in value;

/** Whether n8n keeps the files of items in their data, as its newer execution logic does. Early n8n 2.x has no such setting. */
const keepsFilesInData = ({ functions }: Pick<OperationContext, 'functions'>): boolean =>
	'getWorkflowSettings' in functions && functions.getWorkflowSettings().binaryMode === 'combined';

/**
 * The files of an item, by their fields. In its newer execution logic n8n keeps them in the item's data, under `_files`. Anywhere else a
 * field of that name is data like any other, and its author, such as an API that was asked, must not choose who is sent to.
 */
function filesOf(ctx: OperationContext, item: number): Record<string, IBinaryData> {
	const { binary, json }: Partial<INodeExecutionData> = ctx.items[item] ?? {};
	if (!keepsFilesInData(ctx)) return binary ?? {};
	const combined = Object.entries(json?._files ?? {}).filter(([, value]) => isFile(value));
	return { ...(Object.fromEntries(combined) as Record<string, IBinaryData>), ...binary };
}

/** Says what is wrong with a file, in words for the user. */
function unreadable(error: unknown): { message: string; description: string } {
	if (error instanceof UnreadableFile) return { message: error.message, description: error.cure };
	const message = error instanceof Error ? error.message : String(error);
	if (error instanceof RangeError || error instanceof SyntaxError)
		return { message: `The file cannot be read: ${message}`, description: 'Correct it there.' };
	return {
		message: `The file cannot be read: ${message}`,
		description: 'Check that it is whole, and choose its encoding under File Encoding.',
	};
}

/**
 * Reads the file of an item once, to know its encoding, format and content; `holdsNumber` tells a first row that is a
 * recipient, `isNamed` the columns that the form names.
 * @throws NodeOperationError when there is no file, or none that can be read
 */
export async function openRecipients(
	ctx: OperationContext,
	item: number,
	holdsNumber: HoldsNumber,
	isNamed: IsNamed,
): Promise<RecipientFile> {
	const binaryField = String(ctx.parameter<unknown>('binaryProperty', item, 'data') ?? '').trim();
	const chosen = ctx.parameter<unknown>('options.fileEncoding', item, undefined);
	const isChosen = typeof chosen === 'string' && chosen !== '' && chosen !== 'automatic';
	const wanted = isChosen ? (chosen as Encoding) : undefined;
	const files = filesOf(ctx, item);
	const binary = files[binaryField];
	const fail = (error: unknown) =>
		refusalError(ctx.node, { field: DATA_FIELD_LABEL, ...unreadable(error) }, item);
	if (!binary) {
		const names = Object.keys(files).join(', ');
		throw refusalError(
			ctx.node,
			{
				field: DATA_FIELD_LABEL,
				message: `The item has no file in the field ${quote(binaryField)}`,
				description: names
					? `It has files in: ${names}.`
					: 'Put a node before this one that gives a file, such as Read/Write Files from Disk, HTTP Request, or a form.',
			},
			item,
		);
	}
	try {
		const file = await openFile(ctx.functions, binary);
		const found = await inspect(file.read());
		const encoding = wanted ?? found.encoding;
		// A spreadsheet holds other bytes, too, but is mended otherwise.
		const format = formatOf(found.head, new TextDecoder(encoding).decode(found.head));
		if (encoding === undefined) {
			const readings = await possibleReadings(file, format, holdsNumber);
			throw new UnreadableFile(
				`The file is neither UTF-8 nor UTF-16, but may be ${readings.join('; ')}`,
				'Choose the one that reads the letters right as File Encoding under Options. If none does, save the file as UTF-8.',
			);
		}
		if (encoding === 'utf-8' && found.brokenLine !== undefined)
			throw new UnreadableFile(
				`The file is not UTF-8 throughout: line ${found.brokenLine} holds other bytes`,
				wanted
					? 'Save it as UTF-8 once more, or choose its encoding under File Encoding.'
					: 'Part of a letter is missing there, as if the file was cut: make the file once more, or choose its encoding under File Encoding.',
			);
		return {
			item,
			digest: found.digest,
			rowCount: found.breaks + 1,
			streamOf: file.streamOf,
			async *rows() {
				try {
					yield* readRows(
						readTexts(file.read(), textReader(encoding)),
						format,
						holdsNumber,
						isNamed,
					);
				} catch (error) {
					throw fail(error);
				}
			},
		};
	} catch (error) {
		throw fail(error);
	}
}
