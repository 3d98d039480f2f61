/** An answer to a send that stands in a product's documentation or source. */
export interface Answer {
	/** The product, a comma, and the page or file that shows the answer. */
	source: string;
	status: number;
	headers?: Record<string, string>;
	/** A text goes out as it is, anything else as JSON. */
	body: unknown;
	/** `application/json` unless said. */
	contentType?: string;
	/** The words of the body that the user must see, and their place where the body names one; none where it says nothing. */
	shows: string[];
	/** The field of the form that stands for the place, where the place is a key of what was sent. */
	field?: string;
}

/** A page as web servers send it: a title, and a heading with what they have to say. */
export const page = (title: string, heading: string, text = ''): string =>
	`<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<h1>${heading}</h1>\r\n${text}</body>\r\n</html>\r\n`;
