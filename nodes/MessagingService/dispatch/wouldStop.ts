import { maskPhone } from '../../shared/errors';
import type { Refusal } from '../../shared/validation';
import type { OperationContext } from './context';

/** How a dry run begins to say why what it stands for would stop. */
export const WOULD_STOP = {
	send: 'The send would stop',
	run: 'The run would stop',
} as const;

/** Tells in a hint why what a dry run stands for would stop. A message that begins so says it already. */
export function hintWouldStop(
	{ ctx }: { ctx: OperationContext },
	{ message, description = '' }: Refusal,
	begin: string = WOULD_STOP.send,
): void {
	const begun = message.startsWith(begin) ? message : `${begin}: ${message}`;
	ctx.hint(maskPhone(`${begun}. ${description}`.trim()));
}
