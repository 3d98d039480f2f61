// Stands in for the errors of n8n: to make one of them takes longer than a try.

const actual = jest.requireActual<typeof import('../../../nodes/shared/errors/nodeError.ts')>(
	'../../../nodes/shared/errors/nodeError.ts',
);

/** An error of the node, as far as a send looks at it. */
class Plain extends Error {
	readonly context = {};
	description: string | undefined = undefined;
	readonly node = {};
	constructor(
		message: string,
		readonly item: number | undefined,
	) {
		super(message);
	}
}

type Words = { message: string };
const made = (_: object, { message }: Words, item?: number): Error => new Plain(message, item);

/** In place of the module of errors. */
export const errors = {
	...actual,
	faultError: made,
	refusalError: made,
};
