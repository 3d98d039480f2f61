import type { INodeProperties } from 'n8n-workflow';
import { normaliseTemplate, templateRow } from '../../../shared/reply';
import { checkTemplateId } from '../../../shared/validation';
import { toPath } from '../../dispatch/places';
import { VERIFICATIONS } from '../verification/verifications';

/** What the operations on templates have in common. */
export const TEMPLATES = {
	extension: VERIFICATIONS.extension,
	output: { read: normaliseTemplate, toRow: templateRow },
};

/** The field that names a template. */
export const TEMPLATE_ID: INodeProperties = {
	displayName: 'Template ID',
	name: 'template',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 515',
	description: 'The ID of the template, as Get Many shows it',
	routing: toPath('id', 'template', (value) => checkTemplateId(value)),
};
