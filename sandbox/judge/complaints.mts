/** Collects what is wrong with an /api request, by field, for the body of a 422. */
export class Complaints {
	private readonly list: Array<{ path: string; message: string }> = [];

	/** Adds a complaint; the path is written with dots, `phones.0.number`. */
	add(path: string, message: string): void {
		this.list.push({ path, message });
	}

	get any(): boolean {
		return this.list.length > 0;
	}

	/** The `errors` member: a map whose keys lose their dots (as the public clients show it), or an array of texts. */
	render(form: 'map' | 'array'): Record<string, string[]> | string[] {
		if (form === 'array') return this.list.map(({ path, message }) => `${path}: ${message}`);
		const map: Record<string, string[]> = {};
		for (const { path, message } of this.list) (map[path.replaceAll('.', '')] ??= []).push(message);
		return map;
	}
}
