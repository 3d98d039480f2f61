// Stands in for the errors of n8n: to make one of them takes longer than a try.

const actual = jest.requireActual<typeof import('../../../nodes/shared/errors/nodeError.ts')>(
	'../../../nodes/shared/errors/nodeError.ts',
);

/** An error of the node, as far as a send looks at it. */
class Plain extends Error {
	readonly context = {};
	description: string | undefined = undefined;
	readonly node = {};
}

const made = (message: string): Error => new Plain(message);

/** In place of the module of errors. */
export const errors = {
	...actual,
	faultError: (_: object, { message }: { message: string }) => made(message),
	refusalError: (_: object, { message }: { message: string }) => made(message),
};
