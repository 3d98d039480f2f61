import { faultOfCode, faultOfForm, faultOfReply, type ServiceFault } from '../../../shared/errors';
import { isReportColumn } from '../../../shared/reply';
import type { ReportFormat } from './readers';

/** A web page, also one that says that it is XML. */
const PAGE = /^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)/i;
/** A list, or an object with one in it that no other object comes before (4.16, wire notes "Report JSON"). */
const JSON_LIST = /^(?:\[|\{[^[{]*\[)/;
/** The code of 4.16 in its XML form. */
const XML_CODE = /<error>\s*([1-9]\d{0,8})\s*<\/error>/;

/** Whether a text begins as a file of each format does. */
const BEGINS: Readonly<Record<ReportFormat, (start: string) => boolean>> = {
	// The first line names the columns.
	csv: (start) =>
		/^.*/
			.exec(start)?.[0]
			.split(/[,;\t]/)
			.some(isReportColumn) === true,
	json: (start) => JSON_LIST.test(start),
	xml: (start) => start.startsWith('<'),
};

/**
 * The fault of what came for a report file, where it is no file but an answer of the service, or of something before it. Such an answer is
 * short. `head` is its beginning, `whole` whether that is all of it.
 */
export function faultOfHead(
	head: string,
	whole: boolean,
	format: ReportFormat,
): ServiceFault | undefined {
	const start = head.trimStart();
	if (PAGE.test(start)) return faultOfForm('html');
	if (format === 'xml' && start.startsWith('<')) {
		const [, code] = (whole && XML_CODE.exec(start)) || [];
		return code === undefined ? undefined : faultOfCode(Number(code));
	}
	const refusal = whole
		? faultOfReply({ statusCode: 200, headers: {}, body: head }, 'file')
		: undefined;
	return refusal ?? (BEGINS[format](start) ? undefined : faultOfForm('html'));
}
