/** A reference as services may write it: in another letter case, or as a number, without the zeros before it. */
export const plainReference = (reference: string): string =>
	reference.toLowerCase().replace(/^0+(?=\d+$)/, '');
