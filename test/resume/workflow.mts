import { fileSendNodes, rowOfNodes } from '../support/workflows.mts';

export const PATH = 'resume-file';

/** A call of its webhook fetches the list and sends it. Its references are automatic: a retry finds what was sent. */
export const WORKFLOW = rowOfNodes(
	'resumeFile000001',
	'A list from a file',
	fileSendNodes(PATH, {}),
);
