import { RESOURCES } from '../../nodes/MessagingService/resources/index.ts';

/** An operation that reads, and that has nothing to fill in. */
export interface FieldlessRead {
	resource: string;
	operation: string;
	/** As the tables of tests call it: "Account: Get Balance". */
	title: string;
	path: string;
}

/** What every operation has, and what needs no value to run it. */
const WITHOUT_MEANING = ['options', 'simplify'];

/**
 * The operations that make one GET request and have no field of their own. All there is to say of such an operation stands in its
 * declaration, so the fault matrix, the property tests and the end-to-end tests take it from there.
 */
export function fieldlessReads(): FieldlessRead[] {
	return RESOURCES.flatMap(({ option: resource, operations }) =>
		operations.flatMap(({ option, routing, fields }) => {
			const { method, url } = routing.request ?? {};
			const isFieldless = fields.every(({ name }) => WITHOUT_MEANING.includes(name));
			if (method !== 'GET' || typeof url !== 'string' || !isFieldless) return [];
			const title = `${resource.name}: ${option.name}`;
			return [{ resource: resource.value, operation: option.value, title, path: url }];
		}),
	);
}
