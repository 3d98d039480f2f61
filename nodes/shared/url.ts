/** The address that a text is; undefined if it is none. URL.canParse of Node.js 20 says at times that one with é in its host is none. */
export function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
