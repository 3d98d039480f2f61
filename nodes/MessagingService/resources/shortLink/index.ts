import type { Resource } from '../../dispatch/operation';
import { create } from './create.operation';
import { deleteOne } from './delete.operation';
import { getAll } from './getAll.operation';
import { getClicks } from './getClicks.operation';
import { update } from './update.operation';

export const shortLink: Resource = {
	option: {
		name: 'Short Link',
		value: 'shortLink',
		description: 'Short addresses of the service, whose clicks it counts',
	},
	operations: [getAll, create, deleteOne, getClicks, update],
};
