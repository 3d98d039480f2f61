/** A sender by its letters and digits: services write it in capitals, or with a + before a number. */
export const bareSender = (sender: unknown): string => {
	const text = String(sender).trim();
	const bare = text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
	return bare || text;
};
