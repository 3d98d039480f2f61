import { normaliseTemplate, templateRow } from '../../../shared/reply';
import { VERIFICATIONS } from '../verification/verifications';

/** What the operations on templates have in common. */
export const TEMPLATES = {
	extension: VERIFICATIONS.extension,
	output: { read: normaliseTemplate, toRow: templateRow },
};
